//! The plugins of clients whose hooks are code: small files that run `planmark hook`, as the hooks of
//! other clients do.

use serde_json::json;

use crate::cli::init::line::Command;

const OPENCODE: &str = include_str!("plugin/opencode.js");
const PI: &str = include_str!("plugin/pi.ts");

/// The line of a plugin that names the program.
const PROGRAM: &str = "const PROGRAM = [\"planmark\"];";
/// The line of a plugin that holds what is said to it.
const OPTIONS: &str = "const OPTIONS = [];";
/// How each plugin begins. It makes a file ours.
const MARK: &str = "// Written by `planmark init`";

/// The plugin of `OpenCode`.
pub(super) fn opencode(command: &Command) -> String {
    filled(OPENCODE, command)
}

/// The extension of Pi.
pub(super) fn pi(command: &Command) -> String {
    filled(PI, command)
}

/// Whether a file is a plugin of ours.
pub(super) fn is_ours(text: &str) -> bool {
    text.starts_with(MARK)
}

fn filled(plugin: &str, Command { program, options }: &Command) -> String {
    let program = format!("const PROGRAM = {};", json!([program]));
    let options = format!("const OPTIONS = {};", json!(options));
    plugin.replacen(PROGRAM, &program, 1).replacen(OPTIONS, &options, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_plugin_has_the_lines_that_are_filled_in() {
        let command = Command { program: "/a b/planmark".to_owned(), options: vec!["--home".to_owned()] };
        for (plugin, text) in [(OPENCODE, opencode(&command)), (PI, pi(&command))] {
            assert!(is_ours(plugin) && plugin.contains(PROGRAM) && plugin.contains(OPTIONS));
            assert!(text.contains("[\"/a b/planmark\"];") && text.contains("[\"--home\"];"));
        }
    }
}
