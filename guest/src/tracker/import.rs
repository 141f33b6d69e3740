//! Making a session from a log that another program wrote.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::{Entry, Event, SeedTask};
use super::fold::Ledger;
use super::held::{self, Held};
use super::marker::body_unreadable;
use super::outline::check_body;
use super::place::{Place, qualified};
use super::record::{self, Head, Header, LOG, Line, Recorded};
use super::reply::Session;
use super::request::{Context, ImportBody, ImportRequest};
use super::seed::Tasks;
use super::{log, session};
use crate::capability::{CELL_MAX_BYTES, COMMIT_MAX_MUTATIONS, Capabilities, CapabilityCode, Mutation};
use crate::failure::Failure;
use crate::file_id::{SessionId, check_plan_id, is_file_id};
use crate::key;
use crate::refusal::{Refusal, TaskRefusal};
use crate::text::{Note, size};

/// Most branches and saved plans of a log, together: each is at least one cell, and one commit writes
/// them all, with the head.
pub const IMPORT_MAX: usize = COMMIT_MAX_MUTATIONS - 1;

/// Entries fill a cell up to this size before another one begins, where that leaves cells enough.
const CELL_BYTES: usize = 1_600;

/// Makes the session of `context` from a log that another program wrote. Its bodies are durable
/// before its entries are. Entries that mean nothing here are left out, and the rest keep their tree.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `session-damaged` (a cycle, a missing
/// parent, an id that comes twice), `entry-not-found` (the leaf), `invalid-plan-id`,
/// `content-required` and `content-too-large` (of a body), `log-too-large`, `busy`, `session-exists`,
/// `plan-exists` (a body of that name that another save left), `write-conflict`, and the storage
/// codes.
pub fn import<C: Capabilities>(
    c: &mut C,
    context: &Context,
    request: &ImportRequest,
) -> Result<Session, Failure> {
    let id = SessionId::parse(&context.session)?;
    context.caller.check()?;
    let tree = Tree::of(request)?;
    for ImportBody { plan, text } in &request.bodies {
        check_plan_id(plan)?;
        check_body(text).map_err(Refusal::from)?;
    }
    tree.check_size()?;
    let held = Held::take(c, context, id)?;
    held.check_new()?;
    let mut paths = BTreeMap::new();
    // What doesn't fit is refused before a body is stored.
    Packed::of(held.session(), &tree, &paths)?;
    for ImportBody { plan, text } in &request.bodies {
        paths.insert(plan.as_str(), store_body(c, &held, plan, text)?);
    }
    let packed = Packed::of(held.session(), &tree, &paths)?;
    let latest = tree.nodes.iter().map(|node| node.entry.at_ms).max();
    let head = Head {
        updated_at_ms: latest.unwrap_or(held.now_ms()),
        entries: size(tree.nodes.len()),
        leaf: tree.leaf,
        cell: packed.cell_of(tree.leaf),
        ..Head::new(held.now_ms())
    };
    held.commit(c, &head, packed.mutations)?;
    let place = Place::leaf(c, held.session(), &head)?;
    let mut made = session::describe_at(held.session(), head, &place);
    let given = |plan: &str| request.bodies.iter().any(|body| body.plan == plan);
    let without = made.plans.iter().filter(|line| !given(&line.plan));
    let lost: Vec<Note> = without.map(|line| body_unreadable(&line.plan)).collect();
    made.notes.extend(lost);
    Ok(made)
}

fn store_body(
    c: &mut impl Capabilities,
    held: &Held<'_>,
    plan: &str,
    text: &str,
) -> Result<Option<String>, Refusal> {
    c.write(held.session().as_str(), plan, text).map_err(|failure| match failure.code {
        CapabilityCode::Exists => Refusal::PlanExists { plan: plan.to_owned() },
        code => Refusal::of_session(code, held.session().as_str()),
    })
}

/// The entries of a log that mean something here, parents before children, one branch after another.
struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    /// The number of the end of the selected branch; 0 for the root.
    leaf: u32,
}

/// One entry; its number is its place in the tree, from 1.
struct Node<'a> {
    entry: &'a Entry,
    /// The number of the entry that it follows; 0 at the root.
    parent: u32,
}

impl<'a> Tree<'a> {
    fn of(request: &'a ImportRequest) -> Result<Self, Refusal> {
        let entries = &request.entries;
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, entry) in entries.iter().enumerate() {
            if entry.id.is_empty() || places.insert(entry.id.as_str(), place).is_some() {
                return Err(TaskRefusal::LogId { entry: entry.id.clone() }.into());
            }
        }
        let mut children: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for (place, entry) in entries.iter().enumerate() {
            let no_parent = || TaskRefusal::LogParent { entry: entry.id.clone() };
            let parent = entry.parent.as_deref().map(|parent| places.get(parent).ok_or_else(no_parent));
            children.entry(parent.transpose()?.copied()).or_default().push(place);
        }
        let unknown = |leaf: &String| Refusal::EntryUnknown { entry: leaf.clone() };
        let leaf = match &request.leaf {
            Some(leaf) => Some(*places.get(leaf.as_str()).ok_or_else(|| unknown(leaf))?),
            None => entries.len().checked_sub(1),
        };
        Self::walk(entries, &children, leaf)
    }

    /// Visits every entry from the roots on. What is not reached from there follows itself.
    fn walk(
        entries: &'a [Entry],
        children: &BTreeMap<Option<usize>, Vec<usize>>,
        leaf: Option<usize>,
    ) -> Result<Self, Refusal> {
        let mut tree = Self { nodes: Vec::new(), leaf: 0 };
        let mut visited = BTreeSet::new();
        let mut open: Vec<(usize, u32)> = Vec::new();
        let below = |open: &mut Vec<(usize, u32)>, place: Option<usize>, number: u32| {
            let found = children.get(&place).map_or(&[][..], Vec::as_slice);
            open.extend(found.iter().rev().map(|child| (*child, number)));
        };
        below(&mut open, None, 0);
        while let Some((place, parent)) = open.pop() {
            visited.insert(place);
            let Some(entry) = entries.get(place) else { continue };
            let number = if entry.event == Event::Other {
                parent
            } else {
                tree.nodes.push(Node { entry, parent });
                size(tree.nodes.len())
            };
            if leaf == Some(place) {
                tree.leaf = number;
            }
            below(&mut open, Some(place), number);
        }
        match entries.iter().enumerate().find(|(place, _)| !visited.contains(place)) {
            Some((_, entry)) => Err(TaskRefusal::LogCycle { entry: entry.id.clone() }.into()),
            None => Ok(tree),
        }
    }

    /// Refuses a log that needs more cells than one commit writes.
    fn check_size(&self) -> Result<(), Refusal> {
        let no_paths = BTreeMap::new();
        let is_seed = |node: &&Node<'_>| matches!(stored(&node.entry.event, &no_paths), Event::Set(_));
        let plans = self.nodes.iter().filter(is_seed).count();
        let branches = self.turns().count().saturating_add(1);
        if branches.saturating_add(plans) > IMPORT_MAX {
            return Err(Refusal::LogTooLarge { branches, plans });
        }
        Ok(())
    }

    /// The entries that don't follow the one listed before them.
    fn turns(&self) -> impl Iterator<Item = &Node<'a>> {
        let turns = |(index, node): &(usize, &Node<'_>)| node.parent != size(*index);
        self.nodes.iter().enumerate().filter(turns).map(|(_, node)| node)
    }
}

/// A tree as the cells of a session.
struct Packed {
    mutations: Vec<Mutation>,
    firsts: Vec<u32>,
}

/// The cell that is being filled.
struct Open {
    first: u32,
    value: String,
    entry_bytes: usize,
    ledger: Ledger,
}

impl Packed {
    fn of(
        session: &SessionId,
        tree: &Tree<'_>,
        paths: &BTreeMap<&str, Option<String>>,
    ) -> Result<Self, Refusal> {
        let events: Vec<Event> = tree.nodes.iter().map(|node| stored(&node.entry.event, paths)).collect();
        let seeds = events.iter().filter(|event| matches!(event, Event::Set(_))).count();
        let spare = COMMIT_MAX_MUTATIONS
            .saturating_sub(1)
            .saturating_sub(seeds)
            .saturating_sub(tree.turns().count())
            .saturating_sub(1);
        let lines: Vec<Line> = (1..).zip(tree.nodes.iter().zip(&events)).map(line).collect();
        let encoded = lines.iter().map(record::encode).collect::<Result<Vec<_>, _>>()?;
        let total: usize = encoded.iter().map(|line| line.len().saturating_add(1)).sum();
        let full = total.checked_div(spare).unwrap_or(usize::MAX).saturating_add(1).max(CELL_BYTES);
        // What a branch that goes off from an entry begins with.
        let mut ledgers: BTreeMap<u32, Ledger> = BTreeMap::from([(0, Ledger::default())]);
        let turns: BTreeSet<u32> = tree.turns().map(|node| node.parent).collect();
        let mut packed = Self { mutations: Vec::new(), firsts: Vec::new() };
        let mut open: Option<Open> = None;
        for ((number, node), (event, line)) in (1..).zip(&tree.nodes).zip(events.iter().zip(&encoded)) {
            let goes_on = node.parent.saturating_add(1) == number;
            let same_cell = open.take_if(|open| !(goes_on && open.entry_bytes < full));
            let at_parent = match same_cell {
                Some(closed) => {
                    let ledger = closed.ledger.clone();
                    packed.close(closed)?;
                    if goes_on { Some(ledger) } else { None }
                }
                None => None,
            };
            if open.is_none() {
                let ledger = at_parent.or_else(|| ledgers.get(&node.parent).cloned()).unwrap_or_default();
                open = Some(packed.begin(number, node.parent, ledger)?);
            }
            let Some(filling) = &mut open else { continue };
            filling.value.push_str(line);
            filling.value.push('\n');
            filling.entry_bytes = filling.entry_bytes.saturating_add(line.len());
            if let Event::Set(seed) = event {
                let tasks = record::encode_tasks(&seed.tasks);
                packed.put(record::seed_key(&seed.plan, number), tasks)?;
            }
            filling.ledger.apply(&Entry {
                id: qualified(session, number),
                parent: None,
                at_ms: node.entry.at_ms,
                by: None,
                event: event.clone(),
            });
            if turns.contains(&number) {
                ledgers.insert(number, filling.ledger.clone());
            }
        }
        if let Some(last) = open {
            packed.close(last)?;
        }
        if packed.mutations.len() > IMPORT_MAX {
            return Err(Refusal::LogTextTooLarge);
        }
        Ok(packed)
    }

    fn begin(&mut self, first: u32, parent: u32, ledger: Ledger) -> Result<Open, Refusal> {
        let header = Header { parent, cell: self.cell_of(parent), ledger };
        self.firsts.push(first);
        Ok(Open { first, value: log::begin(&header)?, entry_bytes: 0, ledger: header.ledger })
    }

    fn close(&mut self, cell: Open) -> Result<(), Refusal> {
        self.put(key::numbered(LOG, cell.first), cell.value)
    }

    fn put(&mut self, key: String, value: String) -> Result<(), Refusal> {
        if value.len() > CELL_MAX_BYTES {
            return Err(Refusal::LogTextTooLarge);
        }
        self.mutations.push(held::put(key, None, value));
        Ok(())
    }

    /// The first entry of the cell that holds an entry; for 0 the first cell, where there is one.
    fn cell_of(&self, entry: u32) -> u32 {
        let before = self.firsts.partition_point(|first| *first <= entry.max(1));
        before.checked_sub(1).and_then(|index| self.firsts.get(index)).copied().unwrap_or(0)
    }
}

fn line((number, (node, event)): (u32, (&Node<'_>, &Event))) -> Line {
    Line { id: number, at_ms: node.entry.at_ms, by: node.entry.by.clone(), event: Recorded::of(event) }
}

/// An event as it is stored: a queue that can't be one is damage, and a plan whose body came along is
/// where that was written.
fn stored(event: &Event, paths: &BTreeMap<&str, Option<String>>) -> Event {
    let Event::Set(seed) = event else { return event.clone() };
    if !is_file_id(&seed.plan) || Tasks::new(seed.tasks.clone()).is_none() {
        return Event::Damaged;
    }
    let mut seed = seed.clone();
    for SeedTask { title, .. } in &mut seed.tasks {
        *title = title.replace('\n', " ");
    }
    if let Some(path) = paths.get(seed.plan.as_str()) {
        seed.path.clone_from(path);
    }
    Event::Set(seed)
}
