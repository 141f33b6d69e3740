"""How large a trace may be."""

LINE_MAX_BYTES = 64 << 20
"""Most bytes of a line, its LF not counted. A longer call is not recorded."""

FILE_MAX_BYTES = 1 << 30
"""Most bytes of a trace. A call that has no room in it is not recorded."""
