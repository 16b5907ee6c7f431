/** The queries of the client tier. */
export { impersonationQuery } from "./impersonation-query.ts"
export { anonymousSignUpQuery, projectQuery, userQuery } from "./queries.ts"
export * from "./signed-in-queries.ts"
