export * from "./create.ts"
export * from "./current.ts"
