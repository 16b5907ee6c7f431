export * from "./authorize.ts"
export * from "./callback.ts"
export * from "./exchange.ts"
export * from "./refresh.ts"
