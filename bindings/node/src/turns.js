/**
 * Lets one piece of work after the other run for each name, in the order in which they came. So
 * the calls of one process that wait for one scope keep their order, and only the first of them asks
 * for the lease that somebody else holds.
 */
export class Turns {
  /** @type {Map<string, Promise<void>>} The end of the last one in line. */
  #last = new Map();

  /**
   * Whether somebody works, or waits, under that name.
   *
   * @param {string} name
   */
  isTaken(name) {
    return this.#last.has(name);
  }

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
