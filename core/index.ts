export * from "./api/index.ts"
export * from "./config.ts"
export { type Environment, variables } from "./settings.ts"
export * from "./errors/index.ts"
export * from "./errors/local-errors.ts"
export * from "./errors/test-email-failed.ts"
export { call } from "./call/call.ts"
export { Online } from "./http/connectivity.ts"
export type { Endpoint } from "./http/endpoint.ts"
export { OnWaiting, type Waiting } from "./http/retry.ts"
export { statusText } from "./http/status.ts"
export { CallTrace, type Trace, type TracedEndpoint } from "./http/tracing.ts"
export { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./http/transport.ts"
export { Fetch, layer as layerFetch } from "./http/transport-fetch.ts"
export { type NavigateOptions, Navigation, type RedirectMethod } from "./navigation/navigation.ts"
export type { HandlerUrls } from "./navigation/urls.ts"
export { layerObservability, layerSpans } from "./observability/observability.ts"
export { AdminProject, Domain, EmailConfig, OAuthProvider, Project } from "./schema/project.ts"
export { ServerTeam, Team } from "./schema/team.ts"
export { Tier } from "./schema/tier.ts"
export { ServerUser, ServerUserUpdate, User, UserOAuthProvider, UserUpdate } from "./schema/user.ts"
export { Refresher } from "./session/refresher.ts"
export { Session, sessionOf } from "./session/session.ts"
export { TokenStore } from "./session/token-store.ts"
export type {
  ByName,
  CookieAttributes,
  CookieSink,
  HeaderRecord,
  RequestLike,
  WritableRequest
} from "./session/request.ts"
export { layerCookie } from "./session/token-store-cookie.ts"
export { layerFixed, layerMemory } from "./session/token-store-memory.ts"
export type { Tokens } from "./session/tokens.ts"
