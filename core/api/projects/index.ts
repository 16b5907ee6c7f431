/** Endpoints of projects: settings, signing keys and the projects of an owner. */
export * from "./current.ts"
export * from "./jwks.ts"
export * from "./owned.ts"
