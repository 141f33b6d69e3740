"""The words that every other part uses: ``wit/types.wit`` in Python.

Enumerations are plain strings, written as in WIT, so that they go into JSON as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple

AuthorKind = Literal["agent", "person"]
"""What stands behind an author's name: a model through a tool, or a human being."""

Effect = Literal["nothing-written", "written", "unknown"]
"""What is known of a write when a call ends with a failure."""

NoteKind = Literal[
    "open-code-fence",
    "open-html-comment",
    "escaped-line-breaks",
    "no-section",
    "near-section",
    "second-section",
    "no-boxes",
    "unknown-mark",
    "box-without-space",
    "box-without-text",
    "numbered-box",
    "quoted-box",
    "nested-open-box",
    "long-title",
    "tasks-edited",
    "body-unreadable",
    "entry-skipped",
    "other",
]
"""What a reader of Markdown should know about a text, and can't see from its bytes."""

FailureCode = Literal[
    "invalid-task-id",
    "invalid-author",
    "invalid-title",
    "invalid-mode",
    "mode-not-offered",
    "not-reachable",
    "content-required",
    "fragment-whitespace-only",
    "content-too-large",
    "plan-not-found",
    "plan-unreadable",
    "revision-not-found",
    "version-conflict",
    "version-required",
    "find-required",
    "find-missing",
    "find-ambiguous",
    "invalid-argument",
    "invalid-session-id",
    "invalid-plan-id",
    "invalid-request-id",
    "session-not-found",
    "session-exists",
    "session-damaged",
    "entry-not-found",
    "owner-unavailable",
    "request-reused",
    "saved-plan-not-found",
    "plan-exists",
    "no-active-plan",
    "body-unreadable",
    "too-many-tasks",
    "too-many-plans",
    "log-too-large",
    "invalid-reference",
    "unknown-task",
    "ambiguous-title",
    "unknown-tool",
    "root-not-found",
    "root-exists",
    "too-many-roots",
    "root-open",
    "preview-task",
    "busy",
    "write-conflict",
    "storage-full",
    "storage-denied",
    "storage-unavailable",
    "storage-corrupt",
    "newer-format",
    "outcome-unknown",
    "other",
]
"""Why the engine refused a call; ``wit/types.wit`` documents each code. A host has more codes of
its own: see :class:`planmark.PlanmarkError`."""


@dataclass(frozen=True, slots=True)
class Author:
    """The maker of a call: recorded with what it changes, and shown to the access rule.

    Two authors are the same when both fields are equal (D7).
    """

    kind: AuthorKind
    #: 1 to 128 characters without control characters.
    name: str


@dataclass(frozen=True, slots=True)
class Note:
    """An observation about a text. It never changes what is stored."""

    kind: NoteKind
    #: The line where it begins, counted from 1 by LF, CRLF and CR.
    line: int
    #: The observation as a sentence for a model or a person.
    message: str


@dataclass(frozen=True, slots=True)
class Failure:
    """The engine's refusal, as it crosses the boundary. Callers see a ``PlanmarkError``."""

    code: FailureCode
    message: str
    next: str
    effect: Effect
    bytes: Optional[int]
    limit: Optional[int]
    occurrences: Optional[int]
    current_version: Optional[str]
    candidates: Tuple[str, ...]
