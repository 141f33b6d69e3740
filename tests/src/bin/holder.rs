//! A second process on a home, for tests: opens it, holds a scope, or counts in a cell.
//!
//! ```text
//! holder open HOME             opens the home and ends
//! holder hold HOME TASK        holds the task's scope until its input ends or it is killed
//! holder count HOME TASK N     raises the number in the task's cell `n` by one, N times
//! ```
//!
//! It prints `ready` when it is about to do that or has begun, and waits before `open` and `count`
//! for a line, so that two can start at one moment.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;

use planmark::store::Store;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::contract::{put, task};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["open", home] => {
            ready_then_wait()?;
            SqliteStore::open(Path::new(home))?;
        }
        ["hold", home, id] => {
            let mut call = SqliteStore::open(Path::new(home))?.begin();
            call.acquire(&task(id))?;
            ready_then_wait()?;
        }
        ["count", home, id, times] => {
            let store = SqliteStore::open(Path::new(home))?;
            ready_then_wait()?;
            for _ in 0..times.parse()? {
                count(&store, id)?;
            }
        }
        _ => return Err("holder open HOME | hold HOME TASK | count HOME TASK N".into()),
    }
    Ok(())
}

fn ready_then_wait() -> io::Result<()> {
    println!("ready");
    io::stdout().flush()?;
    io::stdin().lock().read_line(&mut String::new()).map(drop)
}

fn count(store: &SqliteStore, id: &str) -> Result<(), Box<dyn Error>> {
    let mut call = store.begin();
    call.acquire(&task(id))?;
    let cell = call.get(&task(id), "n")?;
    let number = cell.as_ref().map_or(Ok(0), |cell| cell.value.parse::<u32>())?;
    call.commit(&task(id), &[put("n", cell.map(|cell| cell.version), &(number + 1).to_string())])?;
    Ok(())
}
