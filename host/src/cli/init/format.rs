//! The formats of configurations, behind one set of functions.

use serde_json::Value;

use crate::cli::init::entry::Entry;
use crate::cli::init::{json, toml};

/// A format in which a client keeps its servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// JSON, with comments and trailing commas where somebody wrote them.
    Json,
    /// TOML.
    Toml,
}

/// Where an entry stands: under a name, below the keys that lead to the servers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The keys from the root of the document to the servers.
    pub(crate) keys: &'a [&'a str],
    /// The name of the server.
    pub(crate) name: &'a str,
}

impl<'a> Place<'a> {
    /// The entry in a document.
    pub(crate) fn find<'v>(&self, document: &'v Value) -> Option<&'v Value> {
        self.keys.iter().try_fold(document, |value, key| value.get(key))?.get(self.name)
    }

    /// The keys from the root of the document to the entry.
    pub(crate) fn path(&self) -> Vec<&'a str> {
        self.keys.iter().copied().chain([self.name]).collect()
    }
}

/// Why a text can't be read, or can't be changed and stay what it is. Says where.
pub(crate) type Broken = String;

impl Format {
    /// The document as a value; an empty text is an empty document.
    ///
    /// # Errors
    ///
    /// Where the text breaks the format, or that its root is no object.
    pub(crate) fn read(self, text: &str) -> Result<Value, Broken> {
        match self {
            Self::Json => json::read(text),
            Self::Toml => toml::read(text),
        }
    }

    /// Adds an entry where there is none, after the others. Folders of keys that lead there are made.
    ///
    /// # Errors
    ///
    /// That something else stands in the place of the servers.
    pub(crate) fn add(self, text: &str, place: Place<'_>, entry: &Entry) -> Result<String, Broken> {
        match self {
            Self::Json => json::add(text, place, entry),
            Self::Toml => toml::add(text, place, entry),
        }
    }

    /// Changes the program of an entry, and keeps its other fields.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub(crate) fn update(self, text: &str, place: Place<'_>, entry: &Entry) -> Result<String, Broken> {
        match self {
            Self::Json => json::update(text, place, entry),
            Self::Toml => toml::update(text, place, entry),
        }
    }

    /// Takes an entry out.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub(crate) fn remove(self, text: &str, place: Place<'_>) -> Result<String, Broken> {
        match self {
            Self::Json => json::remove(text, place),
            Self::Toml => toml::remove(text, place),
        }
    }
}

/// The line and column, both counted from 1, of a byte of a text.
pub(crate) fn line_and_column(text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, column {column}")
}
