//! One home, three languages: what the command line, Rust, Node and Python write at the same time.
//!
//! The hosts in Node and Python are set up by `make bindings`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use planmark::store::Store;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::calls::{append, at, by, create, delete, line, read, replace};
use planmark_tests::cli::program;
use planmark_tests::engine::new_home;
use planmark_tests::hosts::{Language, command_line, ready};
use planmark_tests::invariants;
use planmark_tests::random::Random;
use planmark_tests::schedule::{engine_on, judge_task, meet, prepare};
use planmark_tests::script::Line;
use planmark_tests::stage::player::{Player, Worker};
use planmark_tests::stage::{Director, Fragment, Report};
use planmark_tests::stepped::Point;
use planmark_tests::writer::{Writer, agent};
use serde_json::json;
use tempfile::TempDir;

/// The worker of Rust, which cargo built beside this test.
const ACTOR: &str = env!("CARGO_BIN_EXE_actor");

/// The longest that a writer may be delayed by one that was killed, or that holds another task.
const DELAY_MAX: Duration = Duration::from_secs(3);
/// How long a writer waits for a task where the wait is not what is tested: long, for slow machines.
const PATIENT_MS: u64 = 30_000;

/// A home, and the store that the test itself looks at it with.
struct Home {
    folder: TempDir,
    store: Arc<dyn Store>,
}

impl Home {
    fn new() -> Self {
        ready().unwrap_or_else(|missing| panic!("{missing}"));
        let folder = new_home();
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path()).expect("a home"));
        Self { folder, store }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A process at work, which has opened the home.
    fn worker(&self, language: Language, wait_ms: u64) -> Worker {
        let mut command = self.command(language, "work");
        command.arg(wait_ms.to_string());
        let worker = Worker::start(command);
        worker.call(&line("list", json!({ "limit": 1 }))).expect("the home can be read");
        worker
    }

    fn workers(&self, wait_ms: u64) -> BTreeMap<Language, Worker> {
        Language::ALL.into_iter().map(|language| (language, self.worker(language, wait_ms))).collect()
    }

    /// A process on a stage.
    fn player(&self, language: Language) -> Player {
        Player::start(self.command(language, "stage"))
    }

    fn command(&self, language: Language, part: &str) -> Command {
        language.worker(Path::new(ACTOR), part, self.path())
    }

    /// The paragraphs of a task's plan after its first, when every invariant holds.
    fn appended(&self, task: &str) -> Vec<String> {
        let engine = engine_on(&self.store);
        invariants::check(&engine, task).unwrap_or_else(|broken| panic!("{task}: {broken}"));
        let text = Writer::new(&engine, task, agent("auditor")).text();
        text.split("\n\n").skip(1).map(str::to_owned).collect()
    }
}

/// What one process of a crowd wrote and was told to be stored, in that order.
type Told = Vec<Fragment>;

/// Eight processes, two of each language and two loops over the command line, append to each of the
/// tasks by turns, all at once.
fn crowd(home: &Home, tasks: &[String], each: usize) -> Vec<Told> {
    let languages: Vec<Language> = Language::ALL.into_iter().cycle().take(6).collect();
    let workers: Vec<Worker> = languages.iter().map(|language| home.worker(*language, PATIENT_MS)).collect();
    thread::scope(|threads| {
        let work = workers.into_iter().zip(languages).enumerate().map(|(number, (worker, language))| {
            let prefix = format!("- {language:?} {number}/");
            let order = line("append-many", json!({ "tasks": tasks, "count": each, "prefix": prefix }));
            let order = by(&format!("{language:?} {number}"), order);
            threads.spawn(move || {
                worker.order(&order);
                told(&worker)
            })
        });
        let mut crowd: Vec<_> = work.collect();
        for number in 6..8 {
            crowd.push(threads.spawn(move || append_by_command(home, number, tasks, each)));
        }
        crowd.into_iter().map(|one| one.join().expect("it ends")).collect()
    })
}

fn told(worker: &Worker) -> Told {
    let mut all = Vec::new();
    loop {
        match worker.report() {
            Report::Acknowledged(one) => all.push(one),
            Report::Answer(_) => return all,
            other => panic!("after {} writes: {other:?}", all.len()),
        }
    }
}

fn append_by_command(home: &Home, number: usize, tasks: &[String], each: usize) -> Told {
    let mut all = Vec::new();
    for turn in 0..each {
        for task in tasks {
            let fragment = format!("- command {number}/{turn}");
            let arguments = ["plan", "append", "--task", task, "--author", &format!("anna {number}")];
            let output = command_line(&program(), home.path(), &arguments, &fragment);
            assert!(output.status.success(), "{fragment}: {}", String::from_utf8_lossy(&output.stderr));
            all.push(Fragment { task: task.clone(), fragment });
        }
    }
    all
}

/// A thousand writes or more by eight processes: each that was acknowledged is there once, those of
/// one process in its order, nothing else is there, and every invariant holds.
fn storm(tasks: usize) {
    let home = Home::new();
    let tasks: Vec<String> = (1..=tasks).map(|number| format!("T-{number}")).collect();
    tasks.iter().for_each(|task| drop(prepare(&home.store, &[at(task, create("# Plan"))])));
    let began = Instant::now();
    let crowd = crowd(&home, &tasks, 125_usize.div_ceil(tasks.len()));
    let took = began.elapsed();
    let mut written = 0;
    for task in &tasks {
        let stored = home.appended(task);
        let place = |one: &Fragment| stored.iter().position(|found| *found == one.fragment);
        for told in &crowd {
            let mine: Vec<&Fragment> = told.iter().filter(|one| one.task == *task).collect();
            let places: Vec<Option<usize>> = mine.iter().map(|one| place(one)).collect();
            assert!(places.iter().all(Option::is_some), "{task}: lost: {mine:?} in {places:?}");
            assert!(places.is_sorted(), "{task}: {mine:?} are stored in another order: {places:?}");
            written += mine.len();
        }
        let once: BTreeSet<&String> = stored.iter().collect();
        assert_eq!(once.len(), stored.len(), "{task}: something is stored twice");
    }
    let stored: usize = tasks.iter().map(|task| home.appended(task).len()).sum();
    assert_eq!(stored, written, "as much is stored as was acknowledged");
    assert!(written >= 1_000, "{written} writes");
    println!("{written} writes by 8 processes to {} tasks in {took:.1?}", tasks.len());
}

#[test]
fn eight_processes_of_every_host_append_to_one_task_and_lose_nothing() {
    storm(1);
}

#[test]
fn eight_processes_of_every_host_append_to_eight_tasks_and_lose_nothing() {
    storm(8);
}

/// A holder that is killed gives its lease up at once, whatever language it and the waiters are in.
#[test]
fn a_killed_holder_of_any_language_delays_the_others_by_little() {
    let home = Home::new();
    prepare(&home.store, &[create("# Plan")]);
    let workers = home.workers(PATIENT_MS);
    let (mut wanted, mut longest) = (BTreeSet::new(), Duration::ZERO);
    for language in Language::ALL {
        for point in [Point::AfterAcquire, Point::BeforeCommit] {
            let holder = home.player(language);
            let lines = [append("from the dead")];
            let mut director = Director::of_players(std::slice::from_ref(&holder), &lines);
            assert!(director.go_to(0, point), "{language:?} stands {point}");
            for other in language.others() {
                let fragment = format!("- {other:?} after {language:?} {point}");
                workers[&other].order(&append(&fragment));
                wanted.insert(fragment);
            }
            thread::sleep(Duration::from_millis(150));
            assert_eq!(home.appended("T-1").len() + 2, wanted.len(), "both wait for {language:?}");
            holder.kill();
            let killed = Instant::now();
            for other in language.others() {
                let report = workers[&other].report();
                assert!(matches!(report, Report::Answer(_)), "{other:?} after {language:?}: {report:?}");
            }
            longest = longest.max(killed.elapsed());
            assert!(longest < DELAY_MAX, "{language:?} killed {point} delays by {longest:?}");
        }
    }
    assert_eq!(home.appended("T-1").into_iter().collect::<BTreeSet<_>>(), wanted);
    println!("a killed holder delayed two writers by {longest:.1?} at most");
}

/// A call that stands inside its lease delays nobody at another task (CON-04); who wants its task is
/// told that it is busy after the wait, and nothing is lost.
#[test]
fn a_stalled_call_of_any_language_delays_its_task_alone() {
    const WAIT_MS: u64 = 300;
    let home = Home::new();
    prepare(&home.store, &[create("# Plan"), at("T-2", create("# Other"))]);
    let workers = home.workers(WAIT_MS);
    let (mut stalled, mut free, mut longest) = (Vec::new(), Vec::new(), Duration::ZERO);
    for language in Language::ALL {
        let holder = home.player(language);
        for point in Point::ALL.into_iter().filter(|point| point.is_leased()) {
            stalled.push(format!("- {language:?} stalled {point}"));
            let call = append(&stalled[stalled.len() - 1]);
            let mut director = Director::of_players(std::slice::from_ref(&holder), &[call]);
            assert!(director.go_to(0, point), "{language:?} stands {point}");
            for turn in 0..4 {
                for (other, worker) in &workers {
                    free.push(format!("- {other:?} beside {language:?} {point} {turn}"));
                    let began = Instant::now();
                    worker.call(&at("T-2", append(&free[free.len() - 1]))).expect("another task is free");
                    longest = longest.max(began.elapsed());
                }
            }
            worker_is_told_that_it_is_busy(&workers, WAIT_MS);
            let played = director.play(|ready| ready[0]);
            assert!(played[0].given.is_ok(), "{language:?}: {:?}", played[0].given);
        }
    }
    assert_eq!(home.appended("T-1"), stalled);
    assert_eq!(home.appended("T-2"), free);
    assert!(longest < DELAY_MAX, "another task waited {longest:?}");
    println!("beside a stalled call an append took {longest:.1?} at most");
}

fn worker_is_told_that_it_is_busy(workers: &BTreeMap<Language, Worker>, wait_ms: u64) {
    let began = Instant::now();
    workers.values().for_each(|worker| worker.order(&append("refused")));
    for (language, worker) in workers {
        let Report::Failure(failure) = worker.report() else { panic!("{language:?} wrote to a held task") };
        let said = (&failure["code"], &failure["effect"]);
        assert_eq!(said, (&json!("busy"), &json!("nothing-written")), "{language:?}: {failure}");
        assert!(began.elapsed() >= Duration::from_millis(wait_ms), "{language:?} did not wait");
    }
    assert!(began.elapsed() < DELAY_MAX, "the answer came after {:?}", began.elapsed());
    for worker in workers.values() {
        worker.call(&read()).expect("a reader waits for nobody");
    }
}

/// The pairs of calls that are made to meet: what was called before, and the two.
fn pairs() -> [(&'static str, [Line; 2]); 3] {
    [
        ("append, append", [append("B"), by("bob", append("C"))]),
        ("append, replace", [append("B"), by("bob", replace("R"))]),
        ("delete, update", [delete(), by("bob", append("B"))]),
    ]
}

/// Each language meets each other one at every point of each call: the second waits where the first
/// holds the lease, and both answers and what is left are those of a serial order.
#[test]
fn calls_of_two_languages_meet_at_every_point() {
    let home = Home::new();
    let players: BTreeMap<_, _> = Language::ALL.into_iter().map(|one| (one, home.player(one))).collect();
    let mut met = 0;
    for first in Language::ALL {
        for second in first.others() {
            let pair = [players[&first].clone(), players[&second].clone()];
            for (name, lines) in pairs() {
                for lines in [lines.clone(), [lines[1].clone(), lines[0].clone()]] {
                    for point in Point::ALL {
                        met += 1;
                        let task = format!("T-{met}");
                        let before = [at(&task, create("# Plan\n\nfirst"))];
                        let lines = lines.clone().map(|line| at(&task, line));
                        prepare(&home.store, &before);
                        let came = meet(Director::of_players(&pair, &lines), point);
                        assert!(came.stood, "{name}: {first:?} stands {point}");
                        assert_eq!(
                            came.waited,
                            point.is_leased(),
                            "{name}: {second:?} meets {first:?} {point}"
                        );
                        judge_task(&task, &before, &came.played, &home.store, &[]);
                    }
                }
            }
        }
    }
    println!("{met} meetings of two languages");
}

/// The same for three calls, one in each language, in schedules that a seed decides.
#[test]
fn random_schedules_of_three_languages_are_some_serial_order() {
    let home = Home::new();
    let players = Language::ALL.map(|language| home.player(language));
    for seed in 1..=60 {
        let task = format!("T-{seed}");
        let before = [at(&task, create("seed")), at(&task, by("bob", append(&"x".repeat(3_000))))];
        prepare(&home.store, &before);
        let mut random = Random::seeded(seed);
        let lines = ["ada", "bob", "cy"].map(|name| at(&task, by(name, any_call(&mut random))));
        let mut schedule = Vec::new();
        let played = Director::of_players(&players, &lines).play(|ready| {
            schedule.push(ready[random.below(ready.len())]);
            schedule[schedule.len() - 1]
        });
        println!("seed {seed}");
        judge_task(&task, &before, &played, &home.store, &schedule);
    }
    println!("60 schedules of three languages");
}

fn any_call(random: &mut Random) -> Line {
    let text = format!("text {}", random.below(9));
    match random.below(6) {
        0..=2 => append(&text),
        3 => replace(&text.repeat(1 + random.below(400))),
        4 => delete(),
        _ => read(),
    }
}
