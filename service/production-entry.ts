/**
 * `keystile/service/production`: the service in a program in production. An entry of its own, so that the tools of
 * development, which `keystile/service` contains, are not loaded.
 */
export { createService, type MountedService } from "./mounted/create-service.ts"
export type { ClientConnection } from "./server/web-request.ts"
export { layer, layerRouter } from "./mounted/http-router.ts"
export { layerTransport } from "./server/in-memory.ts"
export { readMetrics } from "./operations/read-metrics.ts"
export type { MountOptions } from "./production/options.ts"
export type { ProductionServices } from "./production.ts"
export { ConfigurationInvalid } from "./production/decode-configuration.ts"
export { BreachedPasswordsUnusable } from "./breached-passwords/list-file.ts"
export { DatabaseUnusable } from "./sql/database-file.ts"
export { SecretsUnusable } from "./crypto/secrets/installation-secret.ts"
export { Service } from "./service.ts"
