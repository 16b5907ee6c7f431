/** Endpoints of sessions. */
export * from "./create.ts"
export * from "./current.ts"
