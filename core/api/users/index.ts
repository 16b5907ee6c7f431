export * from "./me.ts"
export * from "./users.ts"
