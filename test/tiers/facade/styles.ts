/** One program in two styles: an app of an Effect program, and the promise facade. Shared tests run with both. */
import { Effect, Redacted } from "effect"
import { OnWaiting } from "../../../core/http/retry.ts"
import type { NavigateOptions } from "../../../core/navigation/navigate.ts"
import type { HandlerUrls } from "../../../core/navigation/handler-urls.ts"
import type { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import * as Admin from "../../../tiers/admin.ts"
import * as Client from "../../../tiers/client.ts"
import type { ProjectOwnerSession } from "../../../tiers/project-owner.ts"
import {
  type AdminAppOptions,
  type ClientApp,
  type ClientAppOptions,
  createAdminApp,
  createClientApp,
  createServerApp,
  type ServerAppOptions
} from "../../../tiers/promise/index.ts"
import * as Server from "../../../tiers/server.ts"
import type { TokenStoreOption } from "../../../tiers/token-store.ts"

/** The members of an app that the rules concern. */
export interface App {
  readonly projectId: string
  readonly urls: HandlerUrls
  readonly asProjectOwner: ProjectOwnerSession
  /** The address of the signed-in user; of the session in another store, where one is given. */
  readonly emailOfUser: (tokenStore?: TokenStoreOption) => Promise<string | null>
  readonly projectName: () => Promise<string>
  readonly teamNames: () => Promise<ReadonlyArray<string>>
  /** Rejects where it fails, with the error that it fails with. Stays on the page. */
  readonly signIn: (credential: { readonly email: string; readonly password: string }) => Promise<void>
  readonly signOut: () => Promise<void>
  readonly signInWithOAuth: (provider: OAuthProviderId) => Promise<void>
  readonly redirect: (page: keyof HandlerUrls, options?: NavigateOptions) => Promise<void>
  /** The session's tokens, as text. */
  readonly tokens: () => Promise<{ readonly accessToken: string | null; readonly refreshToken: string | null }>
  readonly onSessionChange: (listener: () => void) => () => void
}

export interface Style {
  readonly client: (options: ClientAppOptions) => App
  readonly server: (options: ServerAppOptions) => App
  readonly admin: (options: AdminAppOptions) => App
}

const inEffect = (calls: Client.ClientCalls, { onWaiting }: ClientAppOptions): App => {
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(
      onWaiting === undefined
        ? effect
        : Effect.provideService(effect, OnWaiting, (waiting) => Effect.sync(() => onWaiting(waiting)))
    )
  return {
    projectId: calls.projectId,
    urls: calls.navigation.urls,
    asProjectOwner: calls.asProjectOwner,
    emailOfUser: (store) =>
      run(
        Effect.gen(function* () {
          const of = store === undefined ? calls : yield* calls.withTokenStore(store)
          return (yield* of.getUser)?.primaryEmail ?? null
        })
      ),
    projectName: () => run(Effect.map(calls.getProject, ({ displayName }) => displayName)),
    teamNames: () => run(Effect.map(calls.teams.list(), (teams) => teams.map(({ displayName }) => displayName))),
    signIn: (credential) => run(Effect.asVoid(calls.signInWithCredential(credential))),
    signOut: () => run(calls.signOut),
    signInWithOAuth: (provider) => run(calls.signInWithOAuth(provider)),
    redirect: (page, options) => run(calls.navigation.redirect(page, options)),
    tokens: () =>
      run(
        Effect.map(calls.stored, ({ accessToken, refreshToken }) => ({
          accessToken: accessToken && Redacted.value(accessToken),
          refreshToken: refreshToken && Redacted.value(refreshToken)
        }))
      ),
    onSessionChange: calls.onSessionChange
  }
}

const asPromise = (app: ClientApp): App => ({
  projectId: app.projectId,
  urls: app.urls,
  asProjectOwner: app.asProjectOwner,
  emailOfUser: async (tokenStore) =>
    (await app.getUser(tokenStore === undefined ? {} : { tokenStore }))?.primaryEmail ?? null,
  projectName: async () => (await app.getProject()).displayName,
  teamNames: async () => {
    const teams = await (await app.getUser({ or: "throw" })).listTeams()
    return teams.map(({ displayName }) => displayName)
  },
  signIn: async (credential) => {
    const result = await app.signInWithCredential({ ...credential, noRedirect: true })
    if (result.status === "error") throw result.error
  },
  signOut: () => app.signOut(),
  signInWithOAuth: (provider) => app.signInWithOAuth(provider),
  redirect: (page, options) => app.redirectTo(page, options),
  tokens: async () => {
    const user = await app.getUser()
    return user === null ? { accessToken: null, refreshToken: null } : user.getAuthJson()
  },
  onSessionChange: app.onSessionChange
})

/** Both, each with how it is called in the names of tests. */
export const styles: ReadonlyArray<readonly [name: string, style: Style]> = [
  [
    "in Effect",
    {
      client: (options) => inEffect(Effect.runSync(Client.make(options)), options),
      server: (options) => inEffect(Effect.runSync(Server.make(options)) as unknown as Client.ClientCalls, options),
      admin: (options) => inEffect(Effect.runSync(Admin.make(options)) as unknown as Client.ClientCalls, options)
    }
  ],
  [
    "as a promise",
    {
      client: (options) => asPromise(createClientApp(options)),
      server: (options) => asPromise(createServerApp(options)),
      admin: (options) => asPromise(createAdminApp(options))
    }
  ]
]
