/** Endpoints of users. */
export * from "./me.ts"
export * from "./update-me.ts"
export * from "./users.ts"
