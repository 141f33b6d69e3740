use planmark::Planmark;
use planmark::core::author::{Author, AuthorKind};
use planmark::core::document::request::{Context, Point, RestoreRequest, WriteRequest};
use planmark::core::failure::{Effect, FailureCode};
use planmark::error::Error;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A home is a folder; it is made when it isn't there. Any number of processes may share it.
    let home = std::env::temp_dir().join(format!("planmark-example-{}", std::process::id()));
    let planmark = Planmark::builder().home(&home).build()?;

    // Who writes is recorded with each revision. Writes of one author within five minutes share one.
    let agent = Author { kind: AuthorKind::Agent, name: "builder-3".to_owned() };
    let context = Context { caller: agent.clone(), coalesce_window_ms: None };
    let write = |content: &str, mode: &str| WriteRequest {
        task: "T-17".to_owned(),
        content: content.to_owned(),
        mode: mode.to_owned(),
        ..WriteRequest::default()
    };

    let plan = "# Ship the parser\n\n".to_owned() + &"- [ ] a step that is planned in detail\n".repeat(80);
    planmark.create(&context, &write(&plan, ""))?;

    // An append sends the addition alone, and needs no read before it.
    let appended = planmark.update(&context, &write("## Findings\n\nThe lexer is fine.\n", "append"))?;
    assert_eq!(planmark.read(&agent, "T-17")?.bytes, appended.bytes);

    // A replace that removes most of the text is stored, and says so.
    let replaced = planmark.update(&context, &write("# Only what I remember\n", "replace"))?;
    let truncation = replaced.truncation.ok_or("it should have warned")?;
    println!("{}", truncation.warning);

    // One call brings the old text back, as a new revision.
    let restored = planmark.restore(&context, &RestoreRequest {
        task: "T-17".to_owned(),
        point: Point::Revision(truncation.prior_revision),
        expected_version: Some(replaced.version),
    })?;
    assert_eq!(restored.bytes, appended.bytes);

    // A refusal has a code to branch on, a message for a person, and the next step for an agent.
    match planmark.update(&context, &write("  \n", "append")) {
        Err(error @ Error::Refused(_)) => {
            assert_eq!(error.code(), FailureCode::FragmentWhitespaceOnly.name());
            assert_eq!(error.effect(), Effect::NothingWritten);
            println!("{error}. {}", error.next());
        }
        other => return Err(format!("it should have been refused: {other:?}").into()),
    }

    drop(planmark);
    std::fs::remove_dir_all(&home)?;
    Ok(())
}
