//! Rounds, medians, and the rows that come of them.

use std::fmt;
use std::time::{Duration, Instant};

/// One line of the table.
pub(crate) struct Row {
    /// What was measured.
    pub(crate) what: String,
    /// Its figure.
    pub(crate) measured: String,
    /// What it is compared with, and the figure of that.
    pub(crate) against: String,
    /// The two compared.
    pub(crate) compared: Compared,
    /// The budget, where the design sets one.
    pub(crate) budget: Option<Budget>,
}

/// How two figures compare.
#[derive(Clone, Copy)]
pub(crate) enum Compared {
    /// The first divided by the second.
    Ratio(f64),
    /// The first less the second, in microseconds.
    Micros(f64),
}

/// What is allowed.
#[derive(Clone, Copy)]
pub(crate) enum Budget {
    /// At most this.
    AtMost(f64),
    /// At least this.
    AtLeast(f64),
}

impl Compared {
    fn figure(self) -> f64 {
        match self {
            Self::Ratio(figure) | Self::Micros(figure) => figure,
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Self::Ratio(_) => "×",
            Self::Micros(_) => "µs",
        }
    }
}

impl Row {
    /// Whether the row is over its budget.
    #[must_use]
    pub(crate) fn over(&self) -> bool {
        let figure = self.compared.figure();
        match self.budget {
            None => false,
            Some(Budget::AtMost(most)) => figure > most,
            Some(Budget::AtLeast(least)) => figure < least,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.compared.unit();
        let budget = match self.budget {
            None => "none".to_owned(),
            Some(Budget::AtMost(most)) => format!("≤ {most} {unit}"),
            Some(Budget::AtLeast(least)) => format!("≥ {least} {unit}"),
        };
        let verdict = match (self.budget, self.over()) {
            (None, _) => "",
            (_, true) => "**over**",
            (_, false) => "ok",
        };
        let figure = self.compared.figure();
        let Self { what, measured, against, .. } = self;
        write!(f, "| {what} | {measured} | {against} | {figure:.2} {unit} | {budget} | {verdict} |")
    }
}

/// How long one call takes.
pub(crate) fn time(call: impl FnOnce()) -> Duration {
    let began = Instant::now();
    call();
    began.elapsed()
}

/// The median in microseconds.
pub(crate) fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |median| median.as_secs_f64() * 1e6)
}

/// Calls of one side alternate with calls of the other, so that both meet the same moments of the
/// machine. Each side is told the round and the number of the call in it, and gives a time. The
/// medians of the quickest round, in microseconds.
pub(crate) fn side_by_side(
    rounds: usize,
    calls: usize,
    mut first: impl FnMut(usize, usize) -> Duration,
    mut second: impl FnMut(usize, usize) -> Duration,
) -> (f64, f64) {
    let mut best = (f64::INFINITY, f64::INFINITY);
    for round in 0..rounds {
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        for call in 0..calls {
            firsts.push(first(round, call));
            seconds.push(second(round, call));
        }
        let found = (median(&mut firsts), median(&mut seconds));
        if found.0 + found.1 < best.0 + best.1 {
            best = found;
        }
    }
    best
}

/// Microseconds with a sensible number of digits.
pub(crate) fn micros(figure: f64) -> String {
    if figure < 100.0 { format!("{figure:.1} µs") } else { format!("{figure:.0} µs") }
}
