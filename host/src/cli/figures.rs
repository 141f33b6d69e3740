//! Numbers and times for people.

/// A number with its thousands set apart: `262,144`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and its noun: `1 line`, `2 lines`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A time in UTC: `2026-11-30 13:55:12Z`.
pub(crate) fn utc(at_ms: u64) -> String {
    let seconds = at_ms / 1_000;
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}Z")
}

/// The current time in milliseconds since the Unix epoch; only for saying how long ago something was.
pub(crate) fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// How long ago a time was: `3 minutes ago`. A time in the future is `just now`, since clocks
/// differ.
pub(crate) fn ago(now_ms: u64, at_ms: u64) -> String {
    let seconds = now_ms.saturating_sub(at_ms) / 1_000;
    match seconds {
        0..=9 => "just now".to_owned(),
        10..=59 => format!("{} ago", counted(seconds, "second")),
        60..=3_599 => format!("{} ago", counted(seconds / 60, "minute")),
        3_600..=86_399 => format!("{} ago", counted(seconds / 3_600, "hour")),
        _ => format!("{} ago", counted(seconds / 86_400, "day")),
    }
}

/// The Gregorian date of a day since 1970-01-01: whole cycles of 400, 100, 4 and 1 years are taken
/// off, counted from 0000-03-01 so that a leap day is the last of its year.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let from_march = cycle * 400 + year;
    if month < 10 { (from_march, month + 3, day) } else { (from_march + 1, month - 9, day) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let shown: Vec<_> = [0, 12, 999, 1_000, 262_144, 1_234_567].into_iter().map(grouped).collect();
        assert_eq!(shown, ["0", "12", "999", "1,000", "262,144", "1,234,567"]);
    }

    #[test]
    fn times_are_utc() {
        assert_eq!(utc(0), "1970-01-01 00:00:00Z");
        assert_eq!(utc(951_782_400_000), "2000-02-29 00:00:00Z");
        assert_eq!(utc(1_709_251_199_999), "2024-02-29 23:59:59Z");
        assert_eq!(utc(4_107_542_400_000), "2100-03-01 00:00:00Z");
    }

    #[test]
    fn ages_are_rounded_down() {
        assert_eq!(ago(5_000, 9_000), "just now");
        assert_eq!(ago(119_000, 0), "1 minute ago");
        assert_eq!(ago(86_400_000 * 3, 0), "3 days ago");
    }
}
