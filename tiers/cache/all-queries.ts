/** The queries of the client tier. */
export { anonymousSignUpQuery, projectQuery, userQuery } from "./queries.ts"
export * from "./signed-in-queries.ts"
