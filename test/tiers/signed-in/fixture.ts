/** A service with a few users, and a client for each of them. */
import { Context, Effect, Redacted } from "effect"
import * as ProjectsApi from "../../../core/api/projects/index.ts"
import * as SessionsApi from "../../../core/api/sessions/create.ts"
import * as PermissionsApi from "../../../core/api/team-permissions.ts"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import { ApiConfig, type SecretKeys } from "../../../core/config/api-config.ts"
import { Transport } from "../../../core/http/transport.ts"
import { Session, signedOut } from "../../../core/session/session.ts"
import * as Testing from "../../../testing/index.ts"
import * as Client from "../../../tiers/client.ts"
import { apiConfig } from "../../core/calling.ts"

export const ada = { email: "ada@example.com", password: "correct horse" }
export const bob = { email: "bob@example.com", password: "battery staple" }
export const eve = { email: "eve@example.com", password: "open sesame!" }

export const CALLBACK = "http://localhost:3000/here?from=mail"
export const UNTRUSTED = "https://evil.example/here"
/** An id that nothing has. */
export const NO_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

export const withUsers = (config: Testing.ProjectInput["config"] = {}) =>
  Effect.provide(
    Testing.layer({
      users: [ada, bob, eve],
      limits: "off",
      config: { clientTeamCreationEnabled: true, clientUserDeletionEnabled: true, ...config }
    })
  )

type CallServices = Transport | ApiConfig | Session | SecretKeys

const asTier =
  (tier: "server" | "admin") =>
  <A, E>(effect: Effect.Effect<A, E, CallServices>) =>
    Effect.gen(function* () {
      const project = yield* Testing.TestProject
      const config = apiConfig({
        tier,
        projectId: project.id,
        baseUrl: Testing.BASE_URL,
        publishableClientKey: Redacted.make(project.publishableClientKey),
        secretServerKey: Redacted.make(project.secretServerKey),
        superSecretAdminKey: Redacted.make(project.superSecretAdminKey)
      })
      const context = Context.make(ApiConfig, config).pipe(
        Context.add(Session, signedOut),
        Context.add(Transport, yield* Transport)
      ) as Context.Context<CallServices>
      return yield* Effect.orDie(Effect.provideContext(effect, context))
    })

/** Runs calls of an application's server meanwhile. */
export const asServer = asTier("server")
/** Runs calls of the project's owner meanwhile. */
const asAdmin = asTier("admin")

/** A client of its own, without a session. */
export const withoutSession = Effect.flatMap(Client.Client, (client) => Effect.orDie(client.withTokenStore("memory")))

/** A client of its own, signed in by password. */
export const as = Effect.fnUntraced(function* (credential: typeof ada) {
  const client = yield* withoutSession
  yield* Effect.orDie(client.signInWithCredential(credential))
  return client
})

/** A client whose session the server made. */
const asUserOf = Effect.fnUntraced(function* (userId: string) {
  const tokens = yield* asServer(call(SessionsApi.create, { body: { userId } }))
  return yield* Effect.flatMap(Client.Client, (client) =>
    Effect.orDie(
      client.withTokenStore({
        accessToken: Redacted.value(tokens.accessToken),
        refreshToken: Redacted.value(tokens.refreshToken)
      })
    )
  )
})

/** A client for a new user without a password; without an address unless given one. */
export const withoutPassword = Effect.fnUntraced(function* (primaryEmail: string | null = null) {
  const { id } = yield* asServer(call(UsersApi.create, { body: { primaryEmail } }))
  return yield* asUserOf(id)
})

export const idOf = (client: Client.ClientCalls) => Effect.map(Effect.orDie(client.getUser), (user) => user?.id ?? "")

/** Verifies the primary address of a user. */
export const verifyAddressOf = (client: Client.ClientCalls) =>
  Effect.flatMap(idOf(client), (id) =>
    asServer(call(UsersApi.update, { params: { user_id: id }, body: { primaryEmailVerified: true } }))
  )

export const grant = (teamId: string, userId: string, permissionId: string) =>
  asServer(
    call(PermissionsApi.grant, {
      params: { team_id: teamId, user_id: userId, permission_id: permissionId },
      body: {}
    })
  )

export const revoke = (teamId: string, userId: string, permissionId: string) =>
  asServer(call(PermissionsApi.revoke, { params: { team_id: teamId, user_id: userId, permission_id: permissionId } }))

/** Closes sign-in by password. */
export const withoutPasswords = asAdmin(
  call(ProjectsApi.updateProject, { body: { config: { credentialEnabled: false } } })
)

/** The tag of what an effect fails with; of a `RequestError`, that of its reason, too. */
export const failureOf = <E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<unknown, E, R>
) => Effect.map(Effect.flip(effect), ({ _tag, reason }) => (reason === undefined ? _tag : `${_tag} ${reason._tag}`))
