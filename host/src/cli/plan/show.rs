//! `planmark plan show`.

use planmark_core::document::answer::{Past, Plan};
use planmark_core::text::Note;

use crate::cli::arguments::Show;
use crate::cli::figures::{ago, counted, now_ms, utc};
use crate::cli::markdown::{lines, styled};
use crate::cli::plan::kind;
use crate::cli::report::Report;
use crate::cli::session::{Reader, Session};
use crate::cli::style::{DIM, HEADING, LABEL};
use crate::cli::visible::visible_line;

/// Prints a plan as it stands, or a text of its past: exactly its bytes in a pipe, with a header
/// and its notes on a terminal.
pub(super) fn run(session: &Session, arguments: &Show) -> Result<(), Report> {
    let task = &arguments.task.id;
    let Reader { planmark, caller } = session.reader()?;
    let screen = session.screen;
    let refused = |error| Report::of(&error, task);
    match arguments.at.point() {
        None => {
            let plan = planmark.read(&caller, task).map_err(refused)?;
            if screen.json() {
                return screen.print_json(&plan);
            }
            print(session, arguments, &plan.content, || header(&plan), &plan.notes)
        }
        Some(point) => {
            let past = planmark.read_past(&caller, task, point).map_err(refused)?;
            if screen.json() {
                return screen.print_json(&past);
            }
            print(session, arguments, &past.content, || header_of_past(&past), &[])
        }
    }
}

fn print(
    session: &Session,
    arguments: &Show,
    content: &str,
    header: impl FnOnce() -> String,
    notes: &[Note],
) -> Result<(), Report> {
    let screen = session.screen;
    let numbers = arguments.line_numbers;
    if !screen.pretty() {
        return if numbers { screen.print(&numbered(&lines(content))) } else { screen.print(content) };
    }
    let shown = styled(content);
    let mut text = header();
    if numbers {
        text.push_str(&numbered(&shown));
    } else {
        shown.iter().for_each(|line| text.extend([line, "\n"]));
    }
    if content.is_empty() {
        text.push_str(&format!("{DIM}(the text is empty){DIM:#}\n"));
    }
    text.push_str(&footer(notes));
    screen.print(&text)
}

/// A listing of lines with their numbers, each ended by LF.
fn numbered(lines: &[impl AsRef<str>]) -> String {
    let width = lines.len().to_string().len();
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        text.push_str(&format!("{:>width$}  {}\n", index + 1, line.as_ref()));
    }
    text
}

fn header(plan: &Plan) -> String {
    let kind = kind(&plan.author);
    format!(
        "{}{DIM}revision {}, position {}, {}, written by {} ({kind}) {}, {}\nversion {}{DIM:#}\n\n",
        headline(&plan.task, &plan.title),
        plan.revision,
        plan.position,
        counted(plan.bytes.into(), "byte"),
        visible_line(&plan.author.name),
        ago(now_ms(), plan.updated_at_ms),
        utc(plan.updated_at_ms),
        plan.version,
    )
}

fn header_of_past(past: &Past) -> String {
    format!(
        "{}{DIM}as it was at position {}, in revision {}, {}{DIM:#}\n\n",
        headline(&past.task, &past.title),
        past.position,
        past.revision,
        counted(past.content.len() as u64, "byte"),
    )
}

fn headline(task: &str, title: &str) -> String {
    format!("{HEADING}{}{HEADING:#}  {DIM}task{DIM:#} {}\n", visible_line(title), visible_line(task))
}

fn footer(notes: &[Note]) -> String {
    let mut text = String::new();
    for note in notes {
        text.push_str(&format!("\n{LABEL}note{LABEL:#}: {}\n", visible_line(&note.message)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_right_aligned() {
        let lines: Vec<_> = (1..=10).map(|number| format!("l{number}")).collect();
        let shown = numbered(&lines);
        assert!(shown.starts_with(" 1  l1\n") && shown.ends_with("10  l10\n"), "{shown}");
    }
}
