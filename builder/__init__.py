"""Builder of the engine: the native library of Python, and the WebAssembly module of JavaScript."""
