/** The queries of the client tier. */
export { projectQuery, userQuery } from "./queries.ts"
export * from "./signed-in-queries.ts"
