"""What can fail, and what is known of a write then (D50)."""

from __future__ import annotations

from typing import Any, ClassVar, Dict, List, Optional, Tuple, Type, Union, cast, get_args

from .types import Effect, Failure, FailureCode

_AFTER_ENGINE_FAULT: Dict[Effect, str] = {
    "nothing-written": "Nothing was written. Report this as a defect of Planmark; the same call may fail"
    " again.",
    "written": "The change is stored. Don't repeat it; read the plan to go on, and report this as a defect"
    " of Planmark.",
    "unknown": "Read the plan to see whether the change is stored before trying again, and report this as a"
    " defect of Planmark.",
}


class PlanmarkError(Exception):
    """Why a call, or the opening of a home, failed.

    ``code`` is what a program branches on: one of ``planmark.types.FailureCode``, or one that only
    a host has: ``not-utf-8``, ``import-failed``, ``nested-call``, ``closed``; ``engine-trapped``,
    ``engine-out-of-fuel``, ``engine-out-of-stack``, ``engine-bad-data``, ``engine-false-report``;
    ``component-unusable``, ``component-other-world``; ``home-…``; ``trace-…``. An error is an instance of its
    code's class in ``planmark.exceptions``, and pickles.
    """

    _classes: ClassVar[Dict[str, Type[PlanmarkError]]] = {}

    def __init_subclass__(cls, code: str) -> None:
        super().__init_subclass__()
        PlanmarkError._classes[code] = cls

    def __new__(cls, code: str, *_: Any, **__: Any) -> PlanmarkError:
        return super().__new__(PlanmarkError._classes.get(code, cls))

    def __reduce__(self) -> Tuple[Any, ...]:
        return PlanmarkError, (self.code, self.message, self.next), self.__dict__

    def __init__(
        self,
        code: str,
        message: str,
        next: str,
        effect: Effect = "nothing-written",
        *,
        bytes: Optional[int] = None,
        limit: Optional[int] = None,
        occurrences: Optional[int] = None,
        current_version: Optional[str] = None,
        candidates: Tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        #: Stable, in kebab case.
        self.code = code
        #: What went wrong, for a person: lower case, no full stop, user input quoted.
        self.message = message
        #: What to do next, for an agent: a sentence.
        self.next = next
        #: What is known of the write.
        self.effect: Effect = effect
        #: Size in bytes of the text that was measured, with ``content-too-large``.
        self.bytes = bytes
        #: The limit that applies, in the unit the message names.
        self.limit = limit
        #: How often the text to find occurs, with ``find-ambiguous``.
        self.occurrences = occurrences
        #: The version that is current, with ``version-conflict``.
        self.current_version = current_version
        #: The ids that could be meant, with ``ambiguous-title``, in order.
        self.candidates = candidates

    @property
    def facts(self) -> Dict[str, Union[int, str, List[str]]]:
        """The facts that this failure has, by name; absent ones are left out."""
        names = ("bytes", "limit", "occurrences", "current_version")
        found = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return {**found, "candidates": list(self.candidates)} if self.candidates else found


def refused(failure: Failure, effect: Effect) -> PlanmarkError:
    """Makes the error of a refusal. ``effect`` is what the host knows: the engine's word on it is
    overwritten."""
    return PlanmarkError(
        failure.code,
        failure.message,
        failure.next,
        effect,
        bytes=failure.bytes,
        limit=failure.limit,
        occurrences=failure.occurrences,
        current_version=failure.current_version,
        candidates=failure.candidates,
    )


def as_failure(error: PlanmarkError) -> Failure:
    """An error in the engine's form: what an agent reads of it. It names no place of this machine."""
    code, message, next = error.code, error.message, error.next
    if code.startswith("home-"):
        message = f"the home of the plans can't be opened ({code})"
        code, next = "storage-unavailable", "Ask the person who runs this to run `planmark doctor`."
    elif code not in get_args(FailureCode):
        if code == "import-failed":
            message = "a function that the host supplies failed"
        code = "other"
    return Failure(
        cast(FailureCode, code),
        message,
        next,
        error.effect,
        error.bytes,
        error.limit,
        error.occurrences,
        error.current_version,
        error.candidates,
    )


def engine_fault(code: str, message: str, effect: Effect) -> PlanmarkError:
    """Makes the error of an engine that failed and was stopped."""
    return PlanmarkError(code, f"the engine failed: {message}", _AFTER_ENGINE_FAULT[effect], effect)


def import_failed(cause: BaseException, effect: Effect) -> PlanmarkError:
    """Makes the error of a host's function that failed with something else than a capability failure."""
    known = (
        "Nothing was written. Mend"
        if effect == "nothing-written"
        else "Read the plan to see what is stored, then mend"
    )
    error = PlanmarkError(
        "import-failed",
        f"a function that the host supplies failed: {cause}",
        f"{known} the clock, access rule or store that this Planmark was opened with.",
        effect,
    )
    error.__cause__ = cause
    return error


def nested_call() -> PlanmarkError:
    """Makes the error of a call from inside one of the host's own functions."""
    return PlanmarkError(
        "nested-call",
        "the engine was called from a function that it is calling",
        "Call Planmark outside the clock, access rule and store that it was opened with.",
    )


def closed() -> PlanmarkError:
    """Makes the error of a call after ``close``."""
    return PlanmarkError("closed", "this Planmark was closed", "Open the home again.")


def forked() -> PlanmarkError:
    """Makes the error of using a home in a process forked from one that had a home open."""
    return PlanmarkError(
        "forked",
        "this process was forked from one that had a home open, and SQLite can't be used in it",
        "Fork before a home is opened, or start processes by spawning them.",
    )


def invalid_argument(message: str) -> PlanmarkError:
    """Makes the error of an argument that can't be handed to the engine."""
    return PlanmarkError("invalid-argument", message, "Correct the argument and call again.")


def too_large(size: int, limit: int) -> PlanmarkError:
    """Makes the error of a text that is too large to be handed to the engine."""
    return PlanmarkError(
        "content-too-large",
        f"an argument has {size} bytes; a text of a call has at most {limit}",
        "Shorten the text: move finished detail to a file of its own and name that file in the plan.",
        bytes=size,
        limit=limit,
    )


def not_utf8(name: str) -> PlanmarkError:
    """Makes the error of a text that has no UTF-8 form (D13)."""
    return PlanmarkError(
        "not-utf-8",
        f'"{name}" holds half of a surrogate pair, which no UTF-8 can express',
        "Repair the text where it was cut or decoded, and call again.",
    )
