/** Endpoints of sign-in and sign-up with a password, and of its change and reset. */
export * from "./change.ts"
export * from "./reset.ts"
export * from "./sign-in.ts"
export * from "./sign-up.ts"
