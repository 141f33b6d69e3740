//! Which client runs, and how each is served.

use crate::runtime::client::{Client, Signs, Source, Transport, identify, matrix};

fn signs(environment: &[(&str, &str)]) -> Signs {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    Signs { environment: environment.iter().map(pair).collect(), ..Signs::default() }
}

fn by(signs: &Signs) -> (Client, Source) {
    let identified = identify(signs);
    assert_eq!(identified.question.is_some(), identified.source == Source::None);
    (identified.client, identified.source)
}

#[test]
fn the_environment_comes_first_then_configuration_then_the_fixed_question() {
    let mut all = Signs {
        configured: Some("codex".to_owned()),
        answer: Some("pi".to_owned()),
        ..signs(&[("CLAUDECODE", "1"), ("PATH", "/bin")])
    };
    assert_eq!(by(&all), (Client::ClaudeCode, Source::Environment));
    all.environment.clear();
    assert_eq!(by(&all), (Client::Codex, Source::Configuration));
    all.configured = Some("emacs".to_owned());
    assert_eq!(by(&all), (Client::Pi, Source::Answer));
    all.answer = Some("I am not sure, maybe claude-code?".to_owned());
    assert_eq!(by(&all), (Client::Other, Source::None));
    let question = identify(&all).question.expect("a question");
    assert!(Client::ALL.iter().all(|client| question.contains(client.name())));
}

#[test]
fn each_client_is_known_by_its_own_variables() {
    for (name, value, client) in [
        ("CLAUDE_CODE_SESSION_ID", "x", Client::ClaudeCode),
        ("CODEX_THREAD_ID", "x", Client::Codex),
        ("CURSOR_AGENT", "1", Client::Cursor),
        ("OPENCODE", "1", Client::Opencode),
        ("GEMINI_CLI", "1", Client::Gemini),
        ("COPILOT_AGENT_SESSION_ID", "x", Client::Copilot),
        ("AI_AGENT", "pi", Client::Pi),
    ] {
        assert_eq!(by(&signs(&[(name, value)])), (client, Source::Environment), "{name}");
        assert_eq!(by(&signs(&[(name, "")])), (Client::Other, Source::None), "{name} is empty");
    }
    // Set by other clients too, as an alias, or by every terminal of an editor.
    for name in ["CLAUDE_PROJECT_DIR", "CURSOR_TRACE_ID", "AGENT", "TERM_PROGRAM"] {
        assert_eq!(by(&signs(&[(name, "1")])), (Client::Other, Source::None), "{name}");
    }
}

#[test]
fn a_client_that_another_one_started_is_not_guessed() {
    let mut nested = signs(&[("CLAUDECODE", "1"), ("CODEX_THREAD_ID", "x")]);
    assert_eq!(by(&nested), (Client::Other, Source::None));
    nested.client_name = Some("codex-mcp-client".to_owned());
    assert_eq!(by(&nested), (Client::Codex, Source::Environment), "it introduced itself");
    nested.client_name = Some("unheard-of".to_owned());
    nested.configured = Some("Claude Code".to_owned());
    assert_eq!(by(&nested), (Client::ClaudeCode, Source::Configuration));
}

#[test]
fn the_matrix_has_a_goal_a_loop_and_the_floor() {
    let lines = matrix();
    assert_eq!(lines.len(), Client::ALL.len());
    for line in lines {
        let expected = match line.client {
            Client::Codex => Transport::Goal,
            Client::ClaudeCode => Transport::LoopTick,
            _ => Transport::Floor,
        };
        assert_eq!((line.transport, line.reason.is_empty()), (expected, false), "{}", line.name);
        assert_eq!(expected == Transport::Floor, line.client.steering_tools().is_empty());
    }
}
