export type { RequestLike } from "../../core/session/request-like.ts"
export {
  type ApiKeyNotValid,
  ApiKeyExpired,
  ApiKeyNotFound,
  ApiKeyRevoked,
  isApiKeyNotValid,
  WrongApiKeyType
} from "../../core/errors/api-key.ts"
export type { TeamApiKey, UserApiKey } from "../../core/schema/user-team-api-key.ts"
export {
  ApiKeyReader,
  type ApiKeyReaderOptions,
  layer as layerApiKeys,
  layerConfig as layerApiKeysConfig,
  layerNoDeps as layerApiKeysNoDeps
} from "./api-key-reader.ts"
export type { AccessTokenClaims } from "./claims.ts"
export * from "./create.ts"
export type { VerifierOptions } from "./options.ts"
export * from "./rejected.ts"
export {
  layer as layerSessions,
  layerConfig as layerSessionsConfig,
  layerNoDeps as layerSessionsNoDeps,
  type RequestSession,
  SessionReader,
  type SessionReaderOptions
} from "./session-reader.ts"
export { decodeUnverified, type UnverifiedClaims } from "./unverified.ts"
export { layer, layerConfig, layerNoDeps, make, Verifier } from "./verifier.ts"
