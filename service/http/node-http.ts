/**
 * Node's HTTP modules, asked for when they are needed.
 *
 * An `import` of `node:http` reads all that it exports, also its WebSocket, for which Node loads its whole `fetch`: 14 MB of
 * memory, and a fifth of the time that the service takes to start.
 */

export const nodeHttp = () => process.getBuiltinModule("node:http")
export const nodeHttps = () => process.getBuiltinModule("node:https")
