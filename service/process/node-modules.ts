/** Modules of Node that are loaded on demand, because they make the start of the service slower. */

/**
 * An `import` of `node:http` evaluates the getter of each export, `WebSocket` included, for which Node loads its whole
 * `fetch`: 14 MB of memory and a fifth of the start time.
 */
export const nodeHttp = () => process.getBuiltinModule("node:http")
export const nodeHttps = () => process.getBuiltinModule("node:https")

export const nodeZlib = () => process.getBuiltinModule("node:zlib")
