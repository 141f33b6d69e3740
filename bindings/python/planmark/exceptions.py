"""One class for each code, for ``except``: :class:`planmark.PlanmarkError` makes its instances.

    from planmark import exceptions

    try:
        planmark.update(context, request)
    except exceptions.VersionConflict as error:
        print(error.current_version)

A class is named as its code, in capitals: ``version-conflict`` is ``VersionConflict``.
"""

from __future__ import annotations

from .errors import PlanmarkError

# The engine's refusals, in the order of ``wit/types.wit``.


class InvalidTaskId(PlanmarkError, code="invalid-task-id"):
    """The task id is empty, too long, or holds something else than printable ASCII."""


class InvalidAuthor(PlanmarkError, code="invalid-author"):
    """The author's name is empty, too long, or holds a control character."""


class InvalidTitle(PlanmarkError, code="invalid-title"):
    """The title has more than 1,024 characters or holds a control character."""


class InvalidMode(PlanmarkError, code="invalid-mode"):
    """The mode is neither ``replace`` nor ``append``."""


class ModeNotOffered(PlanmarkError, code="mode-not-offered"):
    """The create call was given a mode: it replaces only."""


class NotReachable(PlanmarkError, code="not-reachable"):
    """The caller may not reach the task. Says nothing about whether a plan exists."""


class ContentRequired(PlanmarkError, code="content-required"):
    """The content is absent or empty."""


class FragmentWhitespaceOnly(PlanmarkError, code="fragment-whitespace-only"):
    """The fragment to append holds white space only."""


class ContentTooLarge(PlanmarkError, code="content-too-large"):
    """The text to store would be larger than 262,144 bytes; ``bytes`` says how large."""


class PlanNotFound(PlanmarkError, code="plan-not-found"):
    """The task has no plan."""


class PlanUnreadable(PlanmarkError, code="plan-unreadable"):
    """The task has a plan, but its stored text can't be read."""


class RevisionNotFound(PlanmarkError, code="revision-not-found"):
    """The plan has no revision, or no position, of that number."""


class VersionConflict(PlanmarkError, code="version-conflict"):
    """The expected version is not the current one; ``current_version`` is."""


class VersionRequired(PlanmarkError, code="version-required"):
    """An exact edit was sent without the version it is based on."""


class FindRequired(PlanmarkError, code="find-required"):
    """An exact edit was sent without the text to find."""


class FindMissing(PlanmarkError, code="find-missing"):
    """The text to find does not occur."""


class FindAmbiguous(PlanmarkError, code="find-ambiguous"):
    """The text to find occurs more than once; ``occurrences`` says how often."""


class InvalidArgument(PlanmarkError, code="invalid-argument"):
    """An argument is outside its limits, of a wrong type, or not known."""


class InvalidSessionId(PlanmarkError, code="invalid-session-id"):
    """The session id is not of its form."""


class InvalidPlanId(PlanmarkError, code="invalid-plan-id"):
    """The plan id is not of its form."""


class InvalidRequestId(PlanmarkError, code="invalid-request-id"):
    """The request id is no UUID."""


class SessionNotFound(PlanmarkError, code="session-not-found"):
    """There is no session of that id."""


class SessionExists(PlanmarkError, code="session-exists"):
    """There is a session of that id already."""


class SessionDamaged(PlanmarkError, code="session-damaged"):
    """The session's entries can't be followed: a cycle, a missing parent, a damaged record."""


class EntryNotFound(PlanmarkError, code="entry-not-found"):
    """The session has no entry of that number on that branch."""


class OwnerUnavailable(PlanmarkError, code="owner-unavailable"):
    """Another program keeps the session's log, and can't be reached from here. Nothing was written."""


class RequestReused(PlanmarkError, code="request-reused"):
    """The request id was used for another request. Nothing was written."""


class SavedPlanNotFound(PlanmarkError, code="saved-plan-not-found"):
    """The branch holds no plan of that id."""


class PlanExists(PlanmarkError, code="plan-exists"):
    """The session has a body of that name already. Nothing was written."""


class NoActivePlan(PlanmarkError, code="no-active-plan"):
    """No plan is active on the branch, or its body can't be read."""


class BodyUnreadable(PlanmarkError, code="body-unreadable"):
    """The body is gone, or can't be read."""


class TooManyTasks(PlanmarkError, code="too-many-tasks"):
    """The body has more than 1,000 tasks; ``occurrences`` says how many."""


class TooManyPlans(PlanmarkError, code="too-many-plans"):
    """The branch holds 1,000 plans that are not cleared."""


class LogTooLarge(PlanmarkError, code="log-too-large"):
    """The log to import has more than 63 branches and saved plans together, which is ``limit``, or a branch of
    more text than an import takes."""


class InvalidReference(PlanmarkError, code="invalid-reference"):
    """Not exactly one of id and title was given, or it is too long."""


class UnknownTask(PlanmarkError, code="unknown-task"):
    """No task of the plan has that id or title."""


class AmbiguousTitle(PlanmarkError, code="ambiguous-title"):
    """Several tasks have that title; ``candidates`` are their ids."""


class UnknownTool(PlanmarkError, code="unknown-tool"):
    """No tool of that name is offered."""


class RootNotFound(PlanmarkError, code="root-not-found"):
    """The session has no such root, or no such obligation or block, or the engine doesn't drive it."""


class RootExists(PlanmarkError, code="root-exists"):
    """The session has another admission of that closure and generation, or the root something else under that
    id. Nothing was written."""


class TooManyRoots(PlanmarkError, code="too-many-roots"):
    """The session has 64 roots, or the root 64 obligations or blocks."""


class RootOpen(PlanmarkError, code="root-open"):
    """Something of the root is left to be done: it was not sealed."""


class PreviewTask(PlanmarkError, code="preview-task"):
    """The task is not the current one of a root that the engine drives. Nothing was written."""


class Busy(PlanmarkError, code="busy"):
    """Another writer held the task longer than the wait. Nothing was written."""


class WriteConflict(PlanmarkError, code="write-conflict"):
    """The hold on the task ended before the commit, or another write came first. Nothing was written."""


class StorageFull(PlanmarkError, code="storage-full"):
    """The store has no room left. Nothing was written."""


class StorageDenied(PlanmarkError, code="storage-denied"):
    """The store refuses this process."""


class StorageUnavailable(PlanmarkError, code="storage-unavailable"):
    """The store can't be reached, or failed."""


class StorageCorrupt(PlanmarkError, code="storage-corrupt"):
    """The store is damaged."""


class NewerFormat(PlanmarkError, code="newer-format"):
    """What is stored was made by a newer version of the engine."""


class OutcomeUnknown(PlanmarkError, code="outcome-unknown"):
    """The store did not say whether the change is durable: read before trying again."""


class Other(PlanmarkError, code="other"):
    """Anything else."""


# What only a host has.


class NotUtf8(PlanmarkError, code="not-utf-8"):
    """A text holds half of a surrogate pair, which no UTF-8 can express."""


class ImportFailed(PlanmarkError, code="import-failed"):
    """A clock, access rule or store of the caller's own failed."""


class NestedCall(PlanmarkError, code="nested-call"):
    """The engine was called from a function that it is calling."""


class Closed(PlanmarkError, code="closed"):
    """The Planmark was closed."""


class Forked(PlanmarkError, code="forked"):
    """The process was forked from one that had a home open."""


class EngineTrapped(PlanmarkError, code="engine-trapped"):
    """The engine reached a state it has no answer for."""


class EngineOutOfFuel(PlanmarkError, code="engine-out-of-fuel"):
    """The engine ran longer than one call may."""


class EngineOutOfStack(PlanmarkError, code="engine-out-of-stack"):
    """The engine's calls nested deeper than its stack."""


class EngineBadData(PlanmarkError, code="engine-bad-data"):
    """The engine handed over data that is malformed or too large."""


class EngineFalseReport(PlanmarkError, code="engine-false-report"):
    """The engine reported a write that the store does not have, or none where it has one."""


class ComponentUnusable(PlanmarkError, code="component-unusable"):
    """There is no component, or the file is none."""


class ComponentOtherWorld(PlanmarkError, code="component-other-world"):
    """The component was made for another contract."""


class HomeNotADirectory(PlanmarkError, code="home-not-a-directory"):
    """The home is not a folder."""


class HomeDenied(PlanmarkError, code="home-denied"):
    """The home can't be written by this user."""


class HomeFull(PlanmarkError, code="home-full"):
    """There is no room left for the home."""


class HomeHeld(PlanmarkError, code="home-held"):
    """Another program keeps the home's database locked."""


class HomeNewerSchema(PlanmarkError, code="home-newer-schema"):
    """The home was made by a newer version."""


class HomeForeign(PlanmarkError, code="home-foreign"):
    """The home's database was made by another program."""


class HomeNotADatabase(PlanmarkError, code="home-not-a-database"):
    """The home's database is not a database."""


class HomeDamaged(PlanmarkError, code="home-damaged"):
    """The home's database is damaged."""


class HomeUnavailable(PlanmarkError, code="home-unavailable"):
    """The home can't be opened."""


class TraceUnreadable(PlanmarkError, code="trace-unreadable"):
    """The trace can't be read, is no regular file, or is too large."""


class TraceDamaged(PlanmarkError, code="trace-damaged"):
    """A line of the trace is no call; the message has its number."""
