/** The calls of the continue runtime in scripts; `tests/vectors/README.md` states their form. */

/**
 * @import { ContinueRuntime } from '../src/index.js'
 * @import { Author, Seat } from '../src/types.js'
 */

/**
 * Makes the call of an export by its name in `wit/runtime.wit`.
 *
 * @param {ContinueRuntime} runtime
 * @param {string} name
 * @param {{ caller: Author, session: string, request?: string }} context
 * @param {Record<string, any>} args With names in camel case.
 * @returns {unknown}
 */
export function callRuntime(runtime, name, context, args) {
  const { session } = context;
  const { root = { closure: 'release', generation: 1 }, client = 'claude-code', id = '', text = '', observation } = args;
  /** @type {Seat} */
  const seat = { client, readTool: 'continue_runtime_read', tickTool: 'tick_plan_task' };
  const call = { name: args['tool'] ?? '', arguments: args['arguments'] ?? '' };
  const change = { path: args['path'] ?? '', folder: '/project', project: '/project', foldCase: false };
  const ending = { alreadyContinued: args['alreadyContinued'] ?? false, ...(observation && { observation }) };
  const read = { key: root, identityDigest: args['identityDigest'] ?? '' };
  /** @type {Record<string, () => unknown>} */
  const calls = {
    cutover: () => runtime.cutover(context),
    rollback: () => runtime.rollback(context),
    admit: () => runtime.admit(context, admissionOf(runtime, args['admission'])),
    obligation: () => runtime.obligation(context, { root, id, text }),
    discharge: () => runtime.discharge(context, { root, id }),
    block: () => runtime.block(context, { root, id, text }),
    unblock: () => runtime.unblock(context, { root, id }),
    seal: () => runtime.seal(context, root),
    roots: () => ({ roots: runtime.roots(session) }),
    read: () => runtime.read(context, seat, read, observation),
    payload: () => runtime.payload(session, root, seat),
    observe: () => runtime.observe(session, root, seat, args['listing'] ?? ''),
    reconcile: () => runtime.reconcile(context, root, seat, observation),
    validate: () => runtime.validate(session, args['receipt']),
    'guard-line': () => ({ line: runtime.guardLine(session, seat.readTool) ?? null }),
    'turn-begins': () => runtime.turnBegins(context, args['trigger'] ?? 'prompt'),
    'trigger-of': () => runtime.triggerOf(session, seat.readTool, args['prompt'] ?? ''),
    restored: () => runtime.restored(session, seat.readTool),
    'before-change': () => runtime.beforeChange(session, seat.readTool, [change]),
    'before-call': () => runtime.beforeCall(session, seat, call),
    'after-call': () => runtime.afterCall(context, seat, call, args['result'] ?? ''),
    'unreadable-input': () => runtime.unreadableInput(session, seat.readTool),
    'turn-ends': () => runtime.turnEnds(context, seat, ending),
  };
  const make = calls[name];
  if (!make) throw new Error(`no export of the runtime is called "${name}"`);
  return make();
}

/**
 * An admission, whose schemas may be called `current`.
 *
 * @param {ContinueRuntime} runtime
 * @param {any} admission
 */
function admissionOf(runtime, admission) {
  return admission.schemas === 'current' ? { ...admission, schemas: runtime.currentSchemas() } : admission;
}
