//! A home with a root in it, in every state that hooks tell apart.

use planmark::Planmark;
use planmark::core::author::{Author, AuthorKind};
use planmark::core::runtime::client::Client;
use planmark::core::runtime::directive::{Seat, ToolCall};
use planmark::core::runtime::entry::{Admission, Identity, RootKey, Trigger};
use planmark::core::runtime::reading::Reading;
use planmark::core::runtime::reentry::ReadArguments;
use planmark::core::tracker::reference::Reference;
use planmark::core::tracker::request::Context;

use crate::cli::{Desk, Run};

/// The session of every root here.
pub const SESSION: &str = "s-1";
/// The tool by which an agent reads on.
pub const READ_TOOL: &str = "continue_runtime_read";
/// The tool by which it ticks.
pub const TICK_TOOL: &str = "tick_plan_task";

const PLAN: &str = "# Release\n\n## Section 4 — Tasks\n\n- [ ] Write the notes\n- [ ] Tag the release\n";

/// What a session is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// There is no home.
    NoHome,
    /// The home has no such session.
    NoSession,
    /// The session has a plan, and no root.
    NoRoot,
    /// Its root was never made for this engine.
    Legacy,
    /// Its root was admitted, and nothing was served.
    Idle,
    /// A task was served in an earlier turn.
    Drifted,
    /// A task was served in this turn.
    Covered,
    /// A tick of the loop began this turn, and a task was served in it.
    Ticked,
    /// The root is finished.
    Sealed,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 9] = [
        Self::NoHome,
        Self::NoSession,
        Self::NoRoot,
        Self::Legacy,
        Self::Idle,
        Self::Drifted,
        Self::Covered,
        Self::Ticked,
        Self::Sealed,
    ];

    /// Whether the engine drives a root of it.
    #[must_use]
    pub fn is_driven(self) -> bool {
        !matches!(self, Self::NoHome | Self::NoSession | Self::NoRoot | Self::Legacy)
    }

    /// Whether it is to be gone on with: the engine drives a root of it that has no receipt.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.is_driven() && self != Self::Sealed
    }
}

/// A home with a session in some state, and the engine that brought it there.
pub struct Rooted {
    /// The folder of the project, with the home in it.
    pub desk: Desk,
    client: Client,
    planmark: Option<Planmark>,
}

impl Rooted {
    /// A session in that state, whose agent runs in that client.
    ///
    /// # Panics
    ///
    /// When the engine refuses anything of it.
    #[must_use]
    pub fn new(client: Client, state: State) -> Self {
        let desk = Desk::new();
        std::fs::create_dir(desk.folder().join("plans")).expect("a folder of plans");
        let planmark = (state != State::NoHome).then(|| {
            Planmark::builder().home(desk.home()).clock(|| 1_796_000_000_000).build().expect("a home")
        });
        let rooted = Self { desk, client, planmark };
        if !matches!(state, State::NoHome | State::NoSession) {
            rooted.prepare(state);
        }
        rooted
    }

    fn prepare(&self, state: State) {
        let context = self.context();
        self.engine().tracker().save(&context, "plan-1", PLAN).expect("a plan");
        if state == State::NoRoot {
            return;
        }
        let schemas = (state != State::Legacy).then(|| self.runtime().current_schemas().expect("schemas"));
        self.runtime().cutover(&context).expect("a cutover");
        let admission = Admission { identity: identity(), owned: vec!["plans/**".to_owned()], schemas };
        self.runtime().admit(&context, &admission).expect("an admission");
        match state {
            State::Drifted => {
                let _ = self.read();
                self.turn(Trigger::Prompt);
                // What was asked in vain is no longer asked.
            }
            State::Covered => drop(self.read()),
            State::Ticked => {
                self.turn(Trigger::LoopTick);
                let _ = self.read();
            }
            State::Sealed => {
                let _ = self.read();
                self.finish();
                let _ = self.read();
                self.turn(Trigger::Prompt);
            }
            _ => {}
        }
    }

    /// Ticks every task.
    ///
    /// # Panics
    ///
    /// When the engine refuses it.
    pub fn finish(&self) {
        for title in ["Write the notes", "Tag the release"] {
            let reference = Reference { title: Some(title.to_owned()), task_id: None };
            self.engine().tracker().tick(&self.context(), &reference).expect("a tick");
        }
    }

    /// Begins a turn.
    ///
    /// # Panics
    ///
    /// When the engine refuses it.
    pub fn turn(&self, trigger: Trigger) {
        let _ = self.runtime().turn_begins(&self.context(), trigger).expect("a turn");
    }

    /// Reads on, as an agent does.
    ///
    /// # Panics
    ///
    /// When the engine refuses it.
    #[must_use]
    pub fn read(&self) -> Reading {
        let arguments = ReadArguments::of(&identity());
        self.runtime().read(&self.context(), self.seat(), &arguments, None).expect("a read")
    }

    /// The call that a read's directive asks for.
    ///
    /// # Panics
    ///
    /// When it asks for none.
    #[must_use]
    pub fn asked(&self) -> ToolCall {
        self.read().directive.and_then(|directive| directive.call).expect("a call that is asked for")
    }

    /// The engine's runtime.
    ///
    /// # Panics
    ///
    /// When there is no home.
    #[must_use]
    pub fn runtime(&self) -> planmark::ContinueRuntime<'_> {
        self.engine().runtime()
    }

    fn engine(&self) -> &Planmark {
        self.planmark.as_ref().expect("a home")
    }

    /// Where the agent is.
    #[must_use]
    pub fn seat(&self) -> Seat<'static> {
        Seat { client: self.client, read_tool: READ_TOOL, tick_tool: TICK_TOOL }
    }

    /// Who calls, in which session.
    #[must_use]
    pub fn context(&self) -> Context {
        let caller = Author { kind: AuthorKind::Agent, name: self.client.name().to_owned() };
        Context { caller, session: SESSION.to_owned(), request: None }
    }

    /// Runs the client's hook with these bytes as its input.
    #[must_use]
    pub fn hook(&self, moment: &str, input: &[u8]) -> Run {
        self.desk.send(&["hook", self.client.name(), moment, "--session", SESSION], input)
    }

    /// The project's folder, as a client names it.
    #[must_use]
    pub fn project(&self) -> String {
        self.desk.folder().display().to_string()
    }

    /// How much of the session was recorded: the number of its last entry.
    ///
    /// # Panics
    ///
    /// When there is no session.
    #[must_use]
    pub fn leaf(&self) -> u32 {
        self.engine().tracker().describe(SESSION).expect("a session").leaf
    }
}

/// Who the root is.
#[must_use]
pub fn identity() -> Identity {
    Identity {
        key: RootKey { closure: "release".to_owned(), generation: 1 },
        target: "the release of v2".to_owned(),
        plan: Some("plan-1".to_owned()),
        authority: "planmark".to_owned(),
    }
}
