/** Endpoints of sign-in by OAuth: authorization, callback, exchange of codes and refresh. */
export * from "./authorize.ts"
export * from "./callback.ts"
export * from "./cross-domain.ts"
export * from "./exchange.ts"
export * from "./refresh.ts"
