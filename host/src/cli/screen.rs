//! Where results and failures are printed.
//!
//! A person at a terminal gets colours, headers and harmless text; a pipe gets plain and exact
//! bytes. Each command prints its result at once, at its end.

use std::io::{self, IsTerminal, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use crate::cli::arguments::{Color, Global};
use crate::cli::report::Report;
use crate::cli::visible::visible_json;

/// The two streams of the program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen {
    color: Color,
    json: bool,
    pretty: bool,
}

impl Screen {
    /// Looks where the output goes.
    pub(crate) fn new(global: &Global) -> Self {
        let Global { color, json, .. } = *global;
        Self { color, json, pretty: color == Color::Always || io::stdout().is_terminal() }
    }

    /// The screen of a command line that can't be understood.
    pub(crate) fn before_arguments(json: bool) -> Self {
        Self { color: Color::Auto, json, pretty: io::stdout().is_terminal() }
    }

    /// Whether results are JSON.
    pub(crate) fn json(self) -> bool {
        self.json
    }

    /// Whether a person looks at the result: styles and headers are wanted, and text has to be made
    /// [`visible`](crate::cli::visible::visible).
    pub(crate) fn pretty(self) -> bool {
        self.pretty
    }

    /// Prints a value as one line of JSON.
    ///
    /// # Errors
    ///
    /// As [`print`](Self::print).
    pub(crate) fn print_json(self, value: &impl Serialize) -> Result<(), Report> {
        let document = serde_json::to_string(value)
            .map_err(|error| Report::output("standard output", &io::Error::other(error)))?;
        self.print(&format!("{}\n", visible_json(&document)))
    }

    /// Prints a result, styled when [`pretty`](Self::pretty) and byte for byte otherwise. A reader
    /// who has gone away, as `head` does, is no failure.
    ///
    /// # Errors
    ///
    /// `output-failed` when standard output can't be written.
    pub(crate) fn print(self, text: &str) -> Result<(), Report> {
        let outcome = if self.pretty && !self.json {
            write_all(&mut AutoStream::new(io::stdout(), self.choice()), text)
        } else {
            write_all(&mut io::stdout(), text)
        };
        outcome.map_err(|error| Report::output("standard output", &error))
    }

    /// Prints a result made of our own words, with its styles when [`pretty`](Self::pretty) and without
    /// them otherwise.
    ///
    /// # Errors
    ///
    /// As [`print`](Self::print).
    pub(crate) fn print_styled(self, text: &str) -> Result<(), Report> {
        if self.pretty { self.print(text) } else { self.print(&strip_str(text).to_string()) }
    }

    /// Prints a remark beside the result, on standard error; with JSON there are none. That it can't
    /// be printed changes nothing.
    pub(crate) fn remark(self, text: &str) {
        if !self.json {
            let _ = write_all(&mut AutoStream::new(io::stderr(), self.choice()), text);
        }
    }

    /// Prints a failure on standard error.
    pub(crate) fn fail(self, report: &Report, writes: bool) {
        if self.json {
            // A report is made of strings and numbers, which always are JSON.
            let document = serde_json::to_string(&report.document()).unwrap_or_default();
            let _ = write_all(&mut io::stderr(), &format!("{}\n", visible_json(&document)));
        } else {
            self.remark(&report.text(writes));
        }
    }

    fn choice(self) -> ColorChoice {
        match self.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

fn write_all(stream: &mut impl Write, text: &str) -> io::Result<()> {
    match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}
