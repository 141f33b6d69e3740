//! Random histories against a model that keeps every text whole.

use proptest::prelude::*;

use super::*;
use crate::document::answer::Revision;
use crate::document::{revisions, steps};

#[derive(Debug, Clone)]
enum Operation {
    Create(String),
    Replace(String),
    Append(String),
    Save(String),
    /// Replaces the part of the text between two places, when it stands there alone.
    Edit(prop::sample::Index, prop::sample::Index, String),
    Restore(prop::sample::Index, bool),
    Delete,
}

#[derive(Debug, Clone)]
struct Move {
    operation: Operation,
    title: String,
    author: usize,
    pause_ms: i64,
}

/// A revision of the model.
#[derive(Debug, Clone, PartialEq)]
struct Kept {
    position: usize,
    author: String,
    created_at_ms: u64,
    updated_at_ms: u64,
    restored: Option<Point>,
}

/// The rules of D3, D6, D7, D8 and D9, over whole texts.
#[derive(Debug, Default)]
struct Model {
    /// Title and text after each write.
    states: Vec<(String, String)>,
    revisions: Vec<Kept>,
    present: bool,
}

impl Model {
    fn text(&self) -> &str {
        self.states.last().filter(|_| self.present).map_or("", |(_, text)| text)
    }

    fn write(
        &mut self,
        title: &str,
        text: String,
        author: &str,
        now_ms: u64,
        restored: Option<Point>,
        guarded: bool,
    ) {
        let before = self.text().chars().count();
        let after = text.chars().count();
        let most_goes = guarded && before >= 2_000 && 2 * after < before;
        let title = match (title, self.present, self.states.last()) {
            ("", true, Some((title, _))) => title.clone(),
            ("", ..) => "Plan".to_owned(),
            (title, ..) => title.to_owned(),
        };
        self.states.push((title, text));
        let position = self.states.len();
        let extends = self.present && restored.is_none() && !most_goes;
        match self.revisions.last_mut() {
            Some(latest)
                if extends
                    && latest.author == author
                    && latest.restored.is_none()
                    && latest.updated_at_ms <= now_ms
                    && now_ms - latest.updated_at_ms < 300_000 =>
            {
                latest.position = position;
                latest.updated_at_ms = now_ms;
            }
            _ => self.revisions.push(Kept {
                position,
                author: author.to_owned(),
                created_at_ms: now_ms,
                updated_at_ms: now_ms,
                restored,
            }),
        }
        self.present = true;
    }
}

/// The composition of D3, one character at a time.
fn composed(stored: &str, fragment: &str) -> String {
    let mut kept: Vec<char> = stored.chars().collect();
    while kept.last().is_some_and(|c| c.is_whitespace()) {
        kept.pop();
    }
    let mut lines: Vec<&str> = fragment.split_inclusive(['\n', '\r']).collect();
    while lines.first().is_some_and(|line| line.trim().is_empty()) {
        lines.remove(0);
    }
    let separator = if kept.is_empty() { "" } else { "\n\n" };
    format!("{}{separator}{}", kept.into_iter().collect::<String>(), lines.concat())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[ab\n]{0,12}",
        2 => any::<String>(),
        2 => ("[a-c\n ]{1,8}", 1..700usize).prop_map(|(piece, times)| piece.repeat(times)),
        1 => ("[é漢👍]{1,3}", 500..1_500usize, "[ \n\u{a0}]{0,700}")
            .prop_map(|(piece, times, tail)| format!("{}{tail}", piece.repeat(times))),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        2 => text().prop_map(Operation::Create),
        4 => text().prop_map(Operation::Replace),
        6 => text().prop_map(Operation::Append),
        2 => text().prop_map(Operation::Save),
        3 => (any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[a-z\n]{0,9}")
            .prop_map(|(from, to, with)| Operation::Edit(from, to, with)),
        2 => (any::<prop::sample::Index>(), any::<bool>()).prop_map(|(at, by)| Operation::Restore(at, by)),
        1 => Just(Operation::Delete),
    ]
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let pause = prop::sample::select(vec![0, 1, 1_000, 299_999, 300_000, -5]);
    let title = prop::sample::select(vec!["", "", "", "Title", "Títle"]);
    let one = (operation(), title, 0..2usize, pause).prop_map(|(operation, title, author, pause_ms)| Move {
        operation,
        title: title.to_owned(),
        author,
        pause_ms,
    });
    prop::collection::vec(one, 1..60)
}

/// Makes a move in both; the answer is that of the core.
fn make(world: &mut World, model: &mut Model, Move { operation, title, author, pause_ms }: Move) {
    world.memory.now_ms = world.memory.now_ms.saturating_add_signed(pause_ms);
    let (now_ms, author) = (world.memory.now_ms, ["ann", "bob"][author]);
    world.by(agent(author));
    let titled = |content: &str, mode: &str| WriteRequest { title: title.clone(), ..write(content, mode) };
    let stored = model.text().to_owned();
    let outcome = match operation {
        Operation::Create(text) => {
            let written = create(world.memory.begin(), &world.context, &titled(&text, ""));
            if !text.is_empty() {
                model.write(&title, text, author, now_ms, None, true);
            }
            written
        }
        Operation::Replace(text) => {
            let written = world.write(&titled(&text, ""));
            if model.present && !text.is_empty() {
                model.write(&title, text, author, now_ms, None, true);
            }
            written
        }
        Operation::Append(text) => {
            let written = world.write(&titled(&text, "append"));
            if model.present && !text.trim().is_empty() {
                model.write(&title, composed(&stored, &text), author, now_ms, None, false);
            }
            written
        }
        Operation::Save(content) => {
            let request = SaveRequest {
                task: TASK.to_owned(),
                title: title.clone(),
                content,
                ..SaveRequest::default()
            };
            let written = save(world.memory.begin(), &world.context, &request);
            model.write(&title, request.content, author, now_ms, None, true);
            written
        }
        Operation::Edit(from, to, with) => {
            let chars: Vec<char> = stored.chars().collect();
            let (from, to) = (from.index(chars.len() + 1), to.index(chars.len() + 1));
            let find: String = chars[from.min(to)..from.max(to)].iter().collect();
            if !model.present || find.is_empty() || stored.matches(&find).count() != 1 {
                return;
            }
            let written = world.edit(&find, &with);
            if let Err(Failure { code: FailureCode::FindAmbiguous, .. }) = written {
                return;
            }
            model.write("", stored.replacen(&find, &with, 1), author, now_ms, None, true);
            written
        }
        Operation::Restore(at, by_revision) => {
            if !model.present {
                return;
            }
            let (point, position) = if by_revision {
                let number = at.index(model.revisions.len());
                (Point::Revision(number as u32 + 1), model.revisions[number].position)
            } else {
                let position = at.index(model.states.len()) + 1;
                (Point::Position(position as u32), position)
            };
            let (title, text) = model.states[position - 1].clone();
            model.write(&title, text, author, now_ms, Some(point), true);
            world.restore(point)
        }
        Operation::Delete => {
            assert_eq!(world.delete().is_ok(), model.present);
            model.present = false;
            return;
        }
    };
    match outcome {
        Ok(written) => assert_eq!(written.position as usize, model.states.len()),
        Err(failure) => assert!(
            matches!(
                failure.code,
                FailureCode::ContentRequired
                    | FailureCode::FragmentWhitespaceOnly
                    | FailureCode::PlanNotFound
            ),
            "{failure:?}"
        ),
    }
}

/// The plan as it stands equals the model's.
fn check_head(world: &mut World, model: &Model) {
    match world.read() {
        Ok(plan) => {
            let (title, text) = model.states.last().expect("a state");
            assert!(model.present);
            assert_eq!((&plan.title, &plan.content), (title, text));
            assert_eq!((plan.bytes as usize, plan.chars as usize), (text.len(), text.chars().count()));
            assert_eq!(plan.revision as usize, model.revisions.len());
            assert_eq!(plan.position as usize, model.states.len());
        }
        Err(failure) => {
            assert_eq!(failure.code, FailureCode::PlanNotFound);
            assert!(!model.present);
        }
    }
}

/// Everything there ever was equals the model's.
fn check_history(world: &mut World, model: &Model) {
    let caller = agent("reader");
    if model.states.is_empty() {
        assert_eq!(code(world.past(Point::Position(1))), FailureCode::PlanNotFound);
        return;
    }
    let page = revisions(world.memory.begin(), &caller, TASK, None, 200).expect("the revisions");
    let mut covered = 0;
    for (revision, kept) in page.revisions.iter().rev().zip(&model.revisions) {
        let (title, text) = &model.states[kept.position - 1];
        let author = agent(&kept.author);
        let expected = Revision {
            number: revision.number,
            position: kept.position as u32,
            title: title.clone(),
            bytes: text.len() as u32,
            chars: text.chars().count() as u32,
            author,
            created_at_ms: kept.created_at_ms,
            updated_at_ms: kept.updated_at_ms,
            restored: kept.restored,
        };
        assert_eq!(*revision, expected);
        let page = steps(world.memory.begin(), &caller, TASK, revision.number, 0, 200).expect("its steps");
        let positions: Vec<usize> = page.steps.iter().map(|step| step.position as usize).collect();
        assert_eq!(positions, (covered + 1..=kept.position).collect::<Vec<_>>());
        for position in positions {
            let past = world.past(Point::Position(position as u32)).expect("a position");
            assert_eq!(
                (&past.title, &past.content),
                (&model.states[position - 1].0, &model.states[position - 1].1)
            );
            assert_eq!(past.revision, revision.number);
        }
        let past = world.past(Point::Revision(revision.number)).expect("a revision");
        assert_eq!((&past.content, past.position as usize), (text, kept.position));
        covered = kept.position;
    }
    let numbers: Vec<usize> = page.revisions.iter().rev().map(|revision| revision.number as usize).collect();
    assert_eq!(numbers, (1..=model.revisions.len()).collect::<Vec<_>>(), "no gaps");
    assert_eq!(covered, model.states.len(), "the latest revision is the plan");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_text_there_ever_was_can_be_read(moves in moves(), page_cells in prop::sample::select(vec![1, 3, 1_000])) {
        let (mut world, mut model) = (World::new(), Model::default());
        world.memory.page_cells = page_cells;
        for one in moves {
            make(&mut world, &mut model, one);
            check_head(&mut world, &model);
        }
        check_history(&mut world, &model);
    }
}
