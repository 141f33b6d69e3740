/** Most bytes of a line of a trace, its LF not counted. A longer call is not recorded. */
export const LINE_MAX_BYTES = 64 * 1024 * 1024;

/** Most bytes of a trace. A call that has no room in it is not recorded. */
export const FILE_MAX_BYTES = 1024 * 1024 * 1024;
