export * from "./channels.ts"
export * from "./verification.ts"
