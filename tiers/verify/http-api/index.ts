/**
 * Security middleware for `effect/http-api`: the session of the request, its user, or its API key in the context of the
 * handlers. Fails with errors of the API: 401 `Unauthenticated`, 503 `AuthenticationUnavailable`.
 *
 * @example
 * import * as Auth from "keystile/http-api"
 * import * as Verify from "keystile/verify"
 *
 * class Api extends HttpApi.make("notes").add(
 *   HttpApiGroup.make("notes").add(
 *     HttpApiEndpoint.get("list", "/notes", { success: Schema.Array(Note) }).middleware(Auth.SessionRequired),
 *     HttpApiEndpoint.get("me", "/me", { success: Profile }).middleware(Auth.UserRequired)
 *   )
 * ) {}
 *
 * const Notes = HttpApiBuilder.group(Api, "notes", (handlers) => handlers.handleAll({
 *   list: () => Effect.flatMap(Auth.CurrentSession, ({ claims }) => notesOf(claims.userId)),
 *   me: () => Effect.map(Auth.CurrentUser, ({ displayName }) => ({ displayName }))
 * }))
 *
 * HttpApiBuilder.layer(Api).pipe(
 *   Layer.provide(Notes),
 *   Layer.provide([Auth.layerSession, Auth.layerUser]),
 *   Layer.provide([Verify.layerSessionsConfig(), Server.layerConfig({ tokenStore: null })])
 * )
 */
export { AuthenticationUnavailable, Unauthenticated } from "./failures.ts"
export * from "./session.ts"
export * from "./api-key.ts"
