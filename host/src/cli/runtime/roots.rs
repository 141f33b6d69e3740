//! `planmark root`.

use std::path::{Component, Path, PathBuf};

use planmark_core::failure::FailureCode;
use planmark_core::runtime::entry::{Admission, Identity, Item, ItemKey, RootKey};
use planmark_core::runtime::{CutoverSet, RootChanged, RootNow};
use planmark_core::tracker::request::Context;
use serde::Serialize;

use super::{find, key, no_root, refused};
use crate::Planmark;
use crate::cli::arguments::runtime::{self as given, Admit, RootCommand, Show};
use crate::cli::figures::counted;
use crate::cli::project;
use crate::cli::report::Report;
use crate::cli::screen::Screen;
use crate::cli::session::Session;
use crate::cli::style::{DIM, HEADING, LABEL};
use crate::cli::tracker::{Opened, printed, remark_on_replay};
use crate::cli::visible::visible_line;
use crate::error::Error;

impl RootCommand {
    /// Whether the command changes a session.
    pub(crate) fn writes(&self) -> bool {
        !matches!(self, Self::Show(_))
    }
}

/// Runs one command.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn run(session: &Session, command: &RootCommand) -> Result<(), Report> {
    match command {
        RootCommand::Cutover(arguments) => driving(session, arguments, true),
        RootCommand::Rollback(arguments) => driving(session, arguments, false),
        RootCommand::Admit(arguments) => admit(session, arguments),
        RootCommand::Obligation(arguments) => {
            item(session, arguments, |planmark, context, item| planmark.runtime().obligation(context, &item))
        }
        RootCommand::Block(arguments) => {
            item(session, arguments, |planmark, context, item| planmark.runtime().block(context, &item))
        }
        RootCommand::Discharge(arguments) => item_name(session, arguments, |planmark, context, item| {
            planmark.runtime().discharge(context, &item)
        }),
        RootCommand::Unblock(arguments) => item_name(session, arguments, |planmark, context, item| {
            planmark.runtime().unblock(context, &item)
        }),
        RootCommand::Seal(arguments) => seal(session, arguments),
        RootCommand::Show(arguments) => show(session, arguments),
    }
}

fn driving(session: &Session, arguments: &given::Plain, forward: bool) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::new(session, &arguments.change)?;
    let runtime = planmark.runtime();
    let set = if forward { runtime.cutover(&context) } else { runtime.rollback(&context) };
    let set: CutoverSet = set.map_err(|error| refused(&error))?;
    let screen = session.screen;
    let outcome = if screen.json() {
        screen.print_json(&set)
    } else {
        let who = if set.driving { "the engine drives" } else { "the engine doesn't drive" };
        screen.print(&format!("{who} roots that are admitted from here on\n"))
    };
    remark_on_replay(screen, set.replayed);
    printed(outcome, set.changed && !set.replayed, "planmark session show")
}

fn admit(session: &Session, arguments: &Admit) -> Result<(), Report> {
    without_links(&arguments.owns)?;
    let Opened { planmark, context } = Opened::new(session, &arguments.change)?;
    let plan = match &arguments.plan {
        _ if arguments.no_plan => None,
        Some(plan) => Some(plan.clone()),
        None => Some(active_plan(&planmark, &context)?),
    };
    let given::RootName { closure, generation } = arguments.root.clone();
    let identity = Identity {
        key: RootKey { closure, generation: generation.unwrap_or(1) },
        target: arguments.target.clone(),
        plan,
        authority: arguments.authority.clone(),
    };
    let schemas = match arguments.legacy {
        true => None,
        false => Some(planmark.runtime().current_schemas().map_err(|error| refused(&error))?),
    };
    let admission = Admission { identity, owned: arguments.owns.clone(), schemas };
    let admitted = planmark.runtime().admit(&context, &admission).map_err(|error| refused(&error))?;
    print(session, &admitted, "admitted")
}

/// Checks that no glob begins with a link: a change is judged by where the file really is.
fn without_links(globs: &[String]) -> Result<(), Report> {
    let Ok(project) = project::folder() else { return Ok(()) };
    for glob in globs {
        let named: PathBuf = Path::new(glob).components().take_while(|part| !is_pattern(*part)).collect();
        let named = project.join(named);
        let on_the_way = named.ancestors().take_while(|place| *place != project);
        if let Some(link) = on_the_way.filter(|place| place.is_symlink()).last() {
            return Err(Report::with_code(
                FailureCode::InvalidArgument.name(),
                format!(
                    "`{}` leads through a link: {}",
                    visible_line(glob),
                    visible_line(&link.to_string_lossy())
                ),
                "Own the files where they really are: links to them are seen through.",
            ));
        }
    }
    Ok(())
}

fn is_pattern(part: Component<'_>) -> bool {
    part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{', '!', '\\'])
}

fn active_plan(planmark: &Planmark, context: &Context) -> Result<String, Report> {
    let marker = planmark.tracker().marker(&context.session).map_err(|error| refused(&error))?;
    marker.plan.ok_or_else(|| {
        Report::with_code(
            "no-active-plan",
            "no plan is active, and none was named",
            "Save one with `planmark save FILE`, name one with --plan, or give --no-plan for a root of obligations alone.",
        )
    })
}

fn item(
    session: &Session,
    arguments: &given::Item,
    change: impl FnOnce(&Planmark, &Context, Item) -> Result<RootChanged, Error>,
) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let root = key(&planmark, &context.session, Some(&arguments.root))?;
    let item = Item { root, id: arguments.id.clone(), text: arguments.text.clone() };
    let changed = change(&planmark, &context, item).map_err(|error| refused(&error))?;
    print(session, &changed, "changed")
}

fn item_name(
    session: &Session,
    arguments: &given::ItemName,
    change: impl FnOnce(&Planmark, &Context, ItemKey) -> Result<RootChanged, Error>,
) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let root = key(&planmark, &context.session, Some(&arguments.root))?;
    let item = ItemKey { root, id: arguments.id.clone() };
    let changed = change(&planmark, &context, item).map_err(|error| refused(&error))?;
    print(session, &changed, "changed")
}

fn seal(session: &Session, arguments: &given::Named) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let root = key(&planmark, &context.session, Some(&arguments.root))?;
    let sealed = planmark.runtime().seal(&context, &root).map_err(|error| refused(&error))?;
    print(session, &sealed, "sealed")
}

fn print(session: &Session, changed: &RootChanged, verb: &str) -> Result<(), Report> {
    let screen = session.screen;
    let outcome = if screen.json() {
        screen.print_json(changed)
    } else {
        let verb = if changed.changed || changed.replayed { verb } else { "unchanged" };
        screen.print(&plain(screen, format!("{verb} {}", page(&changed.root))))
    };
    remark_on_replay(screen, changed.replayed);
    printed(outcome, changed.changed && !changed.replayed, "planmark root show")
}

/// The roots as JSON.
#[derive(Serialize)]
struct Listing<'a> {
    roots: Vec<&'a RootNow>,
}

fn show(session: &Session, arguments: &Show) -> Result<(), Report> {
    let id = project::session(arguments.from.session.as_deref())?;
    let planmark = session.reader()?.planmark;
    let roots = planmark.runtime().roots(&id).map_err(|error| refused(&error))?;
    let shown: Vec<_> = match &arguments.root {
        Some(name) => vec![find(&roots, Some(name)).ok_or_else(no_root)?],
        None => roots.iter().collect(),
    };
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(&Listing { roots: shown });
    }
    if shown.is_empty() {
        screen.remark("no roots; admit one with `planmark root admit`\n");
        return Ok(());
    }
    let pages: Vec<_> = shown.into_iter().map(page).collect();
    screen.print(&plain(screen, pages.join("\n")))
}

fn plain(screen: Screen, text: String) -> String {
    if screen.pretty() { text } else { anstream::adapter::strip_str(&text).to_string() }
}

fn page(root: &RootNow) -> String {
    let Identity { key, target, plan, authority } = &root.admission.identity;
    let standing = serde_json::to_value(root.standing).unwrap_or_default();
    let mut text = format!(
        "{HEADING}root {}{HEADING:#}  {}, {}\n{DIM}works on {}, under {}{}{DIM:#}\n",
        key.shown(),
        root.verdict.name(),
        standing.as_str().unwrap_or_default(),
        visible_line(target),
        visible_line(authority),
        plan.as_ref().map(|plan| format!(", serves plan {plan}")).unwrap_or_default()
    );
    for obligation in &root.obligations {
        let mark = if obligation.discharged { "x" } else { " " };
        let text_shown = visible_line(&obligation.text);
        text.push_str(&format!("[{mark}] {LABEL}{}{LABEL:#}: {text_shown}\n", obligation.id));
    }
    for block in &root.blocks {
        text.push_str(&format!("blocked by {LABEL}{}{LABEL:#}: {}\n", block.id, visible_line(&block.text)));
    }
    if !root.admission.owned.is_empty() {
        let owned = root.admission.owned.iter().map(|glob| visible_line(glob)).collect::<Vec<_>>().join(" ");
        let guarded = if root.live { "guards" } else { "owns" };
        let count = counted(root.admission.owned.len() as u64, "glob");
        text.push_str(&format!("{guarded} {count}: {owned}\n"));
    }
    if let Some(served) = &root.covered {
        text.push_str(&format!("served in this turn: {served}\n"));
    }
    if let Some(asked) = &root.asked {
        text.push_str(&format!("waits for a call of {} ({})\n", asked.tool, asked.action.name()));
    }
    if let Some(handle) = &root.handle {
        text.push_str(&format!("its transport is {}\n", visible_line(handle)));
    }
    if let Some(receipt) = &root.receipt {
        text.push_str(&format!("receipt {}\n", receipt.digest));
    }
    text
}
