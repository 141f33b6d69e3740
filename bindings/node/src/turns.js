/**
 * Lets one piece of work after the other run for each name, in the order in which they came. So
 * the writes that one process makes to one task keep their order, and only the first of them asks
 * for a lease that somebody else holds.
 */
export class Turns {
  /** @type {Map<string, Promise<void>>} The end of the last one in line. */
  #last = new Map();

  /**
   * Runs `work` when its turn has come: at once where nobody is before it.
   *
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async take(name, work) {
    const before = this.#last.get(name);
    /** @type {() => void} */
    let leave = () => {};
    const end = /** @type {Promise<void>} */ (new Promise((resolve) => (leave = resolve)));
    this.#last.set(name, end);
    try {
      if (before) await before;
      return await work();
    } finally {
      leave();
      if (this.#last.get(name) === end) this.#last.delete(name);
    }
  }
}
