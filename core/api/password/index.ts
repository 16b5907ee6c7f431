export * from "./change.ts"
export * from "./reset.ts"
export * from "./sign-in.ts"
export * from "./sign-up.ts"
