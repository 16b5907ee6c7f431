export * from "./current.ts"
export * from "./jwks.ts"
export * from "./owned.ts"
