//! What becomes of a configuration: pure, from text to text.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::cli::init::clients::Client;
use crate::cli::init::entry::{Entry, command_line};
use crate::cli::init::format::{Broken, Place};

/// What is wanted of a configuration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// The client whose configuration it is.
    pub(crate) client: Client,
    /// The name of the server.
    pub(crate) name: &'a str,
    /// The entry of this program.
    pub(crate) entry: &'a Entry,
    /// Whether the entry is taken out instead of put in.
    pub(crate) remove: bool,
}

/// What is done to a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Action {
    /// There was no entry.
    Added,
    /// There was one with other arguments, or, by force, of another program.
    Updated,
    /// The entry is taken out.
    Removed,
    /// Nothing had to be done.
    Unchanged,
}

/// A configuration as it will be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// What is done.
    pub(crate) action: Action,
    /// The text.
    pub(crate) text: String,
    /// What the entry that stands there starts, program first.
    pub(crate) before: Option<Vec<String>>,
    /// Whether that is another program than this.
    pub(crate) foreign: bool,
}

impl Wanted<'_> {
    /// Decides what to do. A foreign entry is told, not refused: the caller shows what would change.
    ///
    /// # Errors
    ///
    /// Why the text can't be read or changed.
    pub(crate) fn apply(&self, text: &str) -> Result<Change, Broken> {
        let format = self.client.format();
        let document = format.read(text)?;
        let place = Place { keys: self.client.keys(&document), name: self.name };
        let stored = place.find(&document);
        let ours = stored.is_some_and(|stored| self.entry.is_ours(stored));
        let (action, changed) = match stored {
            None if self.remove => (Action::Unchanged, text.to_owned()),
            None => (Action::Added, format.add(text, place, self.entry)?),
            Some(_) if self.remove => (Action::Removed, format.remove(text, place)?),
            Some(stored) if self.entry.is_in(stored) => (Action::Unchanged, text.to_owned()),
            Some(_) if ours => (Action::Updated, format.update(text, place, self.entry)?),
            Some(_) => {
                let without = format.remove(text, place)?;
                (Action::Updated, format.add(&without, place, self.entry)?)
            }
        };
        self.check(place, &document, &format.read(&changed)?)?;
        let foreign = stored.is_some() && !ours && action != Action::Unchanged;
        Ok(Change { action, text: changed, before: stored.map(command_line), foreign })
    }

    /// The entry alone, as a document of its own.
    ///
    /// # Errors
    ///
    /// None that an empty document can cause.
    pub(crate) fn fragment(&self) -> Result<String, Broken> {
        let empty = Value::Object(Map::new());
        let place = Place { keys: self.client.keys(&empty), name: self.name };
        self.client.format().add("", place, self.entry)
    }

    /// Makes sure that the entry is as wanted, and everything else as it was.
    fn check(&self, place: Place<'_>, old: &Value, new: &Value) -> Result<(), Broken> {
        let as_wanted = match place.find(new) {
            Some(stored) => !self.remove && self.entry.is_in(stored),
            None => self.remove,
        };
        if as_wanted && without(place, old) == without(place, new) {
            return Ok(());
        }
        Err("the entry can't be changed without changing something else".to_owned())
    }
}

/// A document without the entry, and without the objects on the way to it that are empty then.
fn without(place: Place<'_>, document: &Value) -> Value {
    let mut document = document.clone();
    prune(&mut document, &place.path());
    document
}

fn prune(value: &mut Value, path: &[&str]) {
    let Some((key, rest)) = path.split_first() else { return };
    let Some(object) = value.as_object_mut() else { return };
    let empty = |value: &Value| value.as_object().is_some_and(Map::is_empty);
    if rest.is_empty() {
        object.remove(*key);
    } else if let Some(inner) = object.get_mut(*key) {
        prune(inner, rest);
        if empty(inner) {
            object.remove(*key);
        }
    }
}
