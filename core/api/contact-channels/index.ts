/** Endpoints of contact channels and the verification of their addresses. */
export * from "./channels.ts"
export * from "./verification.ts"
