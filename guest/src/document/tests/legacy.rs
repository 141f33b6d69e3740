//! Texts from before there was a limit (D4, STO-04).

use super::*;

/// A plan whose text is larger than can be stored now, as an engine without the limit left it, and
/// which a later write shortened.
fn world(bytes: usize) -> World {
    let mut world = World::with(&"a".repeat(1_000));
    let text = "é".repeat(bytes / 2);
    let snapshot = crate::document::record::encode_snapshot("Old", &text);
    let head = world.memory.value(TASK, "head").to_owned();
    let mut head = crate::document::record::Head::parse(&head).expect("a head");
    head.title = "Old".to_owned();
    (head.bytes, head.kept_bytes) = (bytes as u32, bytes as u32);
    (head.chars, head.kept_chars) = (bytes as u32 / 2, bytes as u32 / 2);
    (head.snapshot, head.log_bytes) = (1, 0);
    let head = crate::document::record::encode(&head).expect("json");
    world.memory.set(TASK, "head", &head);
    world.memory.set(TASK, "snap/0000000001", &snapshot);
    world.by(agent("b"));
    world
}

#[test]
fn oversized_text_stays_readable_and_restorable() {
    for bytes in [300_000, 1_000_000, (1 << 20) - 8_192] {
        let mut world = world(bytes);
        assert_eq!(world.read().expect("readable").content.len(), bytes);
        assert_eq!(code(world.append("more")), FailureCode::ContentTooLarge);
        let shortened = world.replace("short").expect("replaceable");
        assert!(shortened.truncation.is_some());
        let restored = world.restore(Point::Revision(1)).expect("restorable");
        assert_eq!((restored.bytes as usize, restored.title.as_str()), (bytes, "Old"));
        assert_eq!(world.content().len(), bytes);
        assert_eq!(world.past(Point::Revision(1)).expect("in history").content.len(), bytes);
        assert_eq!(code(world.edit("nothing", "")), FailureCode::FindMissing);
    }
}
