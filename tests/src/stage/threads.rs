//! Actors in threads of this process.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use planmark::store::Store;
use planmark::store::memory::MemoryStore;

use crate::engine::{EPOCH_MS, Engine, Native, TestAccess, TestClock, planmark_over};
use crate::script::Line;
use crate::stage::{Actor, Director, Report, perform};
use crate::stepped::Stepped;

/// Which engine an actor in a thread uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The native core.
    Native,
    /// The component.
    Component,
}

/// Engines for actors in threads, one for each: made once, used for any number of schedules.
pub struct Cast {
    seats: Vec<(Stepped, Arc<dyn Engine>)>,
}

impl Cast {
    /// So many engines of that kind.
    #[must_use]
    pub fn new(kind: Kind, count: usize) -> Self {
        let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
        let seat = |_| {
            let stepped = Stepped::new(Arc::new(MemoryStore::new()), Arc::new(|_| ()));
            let engine: Arc<dyn Engine> = match kind {
                Kind::Native => Arc::new(Native::new(stepped.clone(), &clock, &access)),
                Kind::Component => Arc::new(planmark_over(stepped.clone(), &clock, &access)),
            };
            (stepped, engine)
        };
        Self { seats: (0..count).map(seat).collect() }
    }

    /// Gives each call to an actor, on one store.
    ///
    /// # Panics
    ///
    /// When there are more calls than engines.
    #[must_use]
    pub fn direct(&self, store: &Arc<dyn Store>, lines: &[Line]) -> Director {
        assert!(lines.len() <= self.seats.len(), "an engine for each call");
        let (report, reports) = mpsc::channel();
        let actors = self.seats.iter().zip(lines).enumerate().map(|(number, ((stepped, engine), line))| {
            let (go, wait) = mpsc::channel();
            let (wait, at) = (Mutex::new(wait), report.clone());
            let turnstile = Arc::new(move |point| {
                // A director that is gone has no more to say: the call runs to its end.
                if at.send((number, Report::At(point))).is_ok() {
                    let _ = wait.lock().unwrap_or_else(PoisonError::into_inner).recv();
                }
            });
            stepped.exchange(Arc::clone(store), turnstile);
            let (engine, line, reports) = (Arc::clone(engine), line.clone(), report.clone());
            Box::new(ThreadActor { number, engine, line, reports, go }) as Box<dyn Actor>
        });
        Director::new(actors.collect(), lines, reports)
    }
}

struct ThreadActor {
    number: usize,
    engine: Arc<dyn Engine>,
    line: Line,
    reports: Sender<(usize, Report)>,
    go: Sender<()>,
}

impl Actor for ThreadActor {
    fn begin(&mut self) {
        let (number, engine, line) = (self.number, Arc::clone(&self.engine), self.line.clone());
        let reports = self.reports.clone();
        thread::spawn(move || {
            let report = perform(engine.as_ref(), &line);
            // The director is gone when the test has failed already.
            let _ = reports.send((number, report));
        });
    }

    fn go(&mut self) {
        self.go.send(()).expect("the actor waits for this");
    }
}
