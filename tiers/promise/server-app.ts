/**
 * The server tier as plain promises: the methods of a client app with all that a server reads, and every user and team.
 *
 * @example
 * const app = createServerApp({ projectId, secretServerKey, tokenStore: null })
 * const user = await app.getUser(id)
 * await user?.grantPermission(team, "admin")
 * for await (const each of app.allUsers()) console.log(each.primaryEmail)
 */
import * as Effect from "effect/Effect"
import type { ApiKeyNotValid } from "../../core/errors/api-key.ts"
import type { ServerTeam as ServerTeamData } from "../../core/schema/server-team.ts"
import type { Project } from "../../core/schema/project.ts"
import type { ServerUser as ServerUserData } from "../../core/schema/server-user.ts"
import type { SecretText } from "../calls/redact.ts"
import type { AnyTeamInput } from "../calls/server/all-teams.ts"
import {
  pageAfter,
  pagedUserCalls,
  type UserInput,
  type UserPageOptions,
  type UserStreamOptions
} from "../calls/server/all-users.ts"
import type { ServerOptions } from "../server.ts"
import { type PagedServerCalls, serverFacts } from "../server-calls.ts"
import { makeOverFetch } from "../tier.ts"
import { type AppMethods, appMethods } from "./app-methods.ts"
import type { AppOptions } from "./client-app.ts"
import { constructorOf } from "./constructor-of.ts"
import type { CurrentServerUser, ServerTeam, ServerUser } from "./objects/server-entities.ts"
import { lazyModule } from "../../core/loading/lazy-module.ts"
import type { OwnedApps } from "./owned-projects.ts"
import { currentServerUser, serverTeam, serverUser } from "./objects/server-objects.ts"
import { type TeamApiKey, teamApiKey, type UserApiKey, userApiKey } from "./objects/user-team-api-key.ts"
import { type Result, toResult } from "./result.ts"
import { type CallRunner, findUser, type GetUserOptions, makeCallRunner } from "./run-calls.ts"

/** The options of `createServerApp`. */
export interface ServerAppOptions extends ServerOptions, Pick<AppOptions, "onWaiting"> {}

/** One page of users. */
export interface ServerUserPage extends ReadonlyArray<ServerUser> {
  /** The `cursor` of the next page; `null` on the last one. */
  readonly nextCursor: string | null
}

/** The API key of a request. */
export interface ApiKeyOption {
  /** The API key of a request. */
  readonly apiKey: SecretText
}

interface GetServerUser {
  /** Returns any user by id, or `null`. */
  (id: string): Promise<ServerUser | null>
  /** Returns the user of an API key; `null` for a key that is unknown, revoked, expired or of a team. */
  (options: ApiKeyOption): Promise<ServerUser | null>
  /** Returns the signed-in user. */
  (options: GetUserOptions & { readonly or: "throw" | "anonymous" }): Promise<CurrentServerUser>
  (options?: GetUserOptions): Promise<CurrentServerUser | null>
}

interface GetServerTeam {
  /** Returns any team by id, or `null`. */
  (id: string): Promise<ServerTeam | null>
  /** Returns the team of an API key; `null` for a key that is unknown, revoked, expired or of a user. */
  (options: ApiKeyOption): Promise<ServerTeam | null>
}

/** The methods about users and teams, the same for servers and admins. */
export interface ServerMethods extends AppMethods {
  /** Returns a user: by id, by an API key, or that of the session. */
  readonly getUser: GetServerUser
  /**
   * Returns the user of the session.
   *
   * @deprecated Use `getUser()`.
   */
  readonly getServerUser: () => Promise<CurrentServerUser | null>
  /**
   * Returns a user by id.
   *
   * @deprecated Use `getUser(id)`.
   */
  readonly getServerUserById: (id: string) => Promise<ServerUser | null>
  /** Returns one page of users: at most 1000, by default as many. `allUsers` reads all pages. */
  readonly listUsers: (options?: UserPageOptions) => Promise<ServerUserPage>
  /** All users in turn. The loop fetches each page when it reaches it. */
  readonly allUsers: (options?: UserStreamOptions) => AsyncIterable<ServerUser>
  /** Creates a user, also while sign-up is disabled. */
  readonly createUser: (input: UserInput) => Promise<ServerUser>
  /** Creates a team, without members unless `creatorUserId` is given. */
  readonly createTeam: (input: AnyTeamInput) => Promise<ServerTeam>
  /** Returns all teams of the project, the oldest first. */
  readonly listTeams: () => Promise<ReadonlyArray<ServerTeam>>
  /** Returns a team: by id, or by an API key. */
  readonly getTeam: GetServerTeam
  /** Returns the API key of a user. Resolves with the error for one that is unknown, revoked, expired or of a team. */
  readonly checkUserApiKey: (apiKey: SecretText) => Promise<Result<UserApiKey, ApiKeyNotValid>>
  /** The same for the API key of a team. */
  readonly checkTeamApiKey: (apiKey: SecretText) => Promise<Result<TeamApiKey, ApiKeyNotValid>>
}

/** The calls of the server tier as methods that return promises. */
export interface ServerApp extends ServerMethods {
  /** Returns the project as its users see it. */
  readonly getProject: () => Promise<Project>
}

const facts = serverFacts(pagedUserCalls)

const apiKeyNotValid = ["ApiKeyNotFound", "WrongApiKeyType", "ApiKeyRevoked", "ApiKeyExpired"] as const

const none = () => Effect.succeed(null)

// On demand, because the admin app is made from this module.
const adminApp: OwnedApps = Effect.map(
  lazyModule("admin app", () => import("./admin-app.ts")),
  ({ AdminApp }) => AdminApp
)

export const serverMethods = (runner: CallRunner<PagedServerCalls>): ServerMethods => {
  const { calls, run, signOutOf } = runner
  const toUser = (user: ServerUserData) => serverUser(user, runner)
  const toTeam = (team: ServerTeamData) => serverTeam(team, runner)

  const userById = (id: string) => Effect.map(calls().users.get(id), toUser)
  const teamById = (id: string) => Effect.map(calls().allTeams.get(id), toTeam)

  // The overloads of `GetServerUser` say which options return `null`.
  const getUser = ((asked: string | ApiKeyOption | GetUserOptions = {}) => {
    if (typeof asked === "string") return run(Effect.catchTag(userById(asked), "UserNotFound", none))
    if ("apiKey" in asked) {
      const found = Effect.flatMap(calls().checkUserApiKey(asked.apiKey), ({ userId }) => userById(userId))
      return run(Effect.catchTag(found, ["UserNotFound", ...apiKeyNotValid], none))
    }
    return findUser(runner, asked, (user, of) =>
      currentServerUser(user, { calls: () => of, run, signOut: signOutOf(of), ownedApps: adminApp })
    )
  }) as GetServerUser

  const getTeam: GetServerTeam = (asked) => {
    if (typeof asked === "string") return run(Effect.catchTag(teamById(asked), "TeamNotFound", none))
    const found = Effect.flatMap(calls().checkTeamApiKey(asked.apiKey), ({ teamId }) => teamById(teamId))
    return run(Effect.catchTag(found, ["TeamNotFound", ...apiKeyNotValid], none))
  }

  return {
    ...appMethods(runner),
    getUser,
    getServerUser: () => getUser(),
    getServerUserById: (id) => getUser(id),
    listUsers: async (options) => {
      const { items, nextCursor } = await run(calls().users.page(options))
      return Object.assign(items.map(toUser), { nextCursor })
    },
    allUsers: (options = {}) => ({
      async *[Symbol.asyncIterator]() {
        let cursor: string | undefined
        do {
          const { items, nextCursor } = await run(pageAfter(calls().users, options, cursor))
          yield* items.map(toUser)
          cursor = nextCursor ?? undefined
        } while (cursor !== undefined)
      }
    }),
    createUser: async (input) => toUser(await run(calls().users.create(input))),
    createTeam: async (input) => toTeam(await run(calls().allTeams.create(input))),
    listTeams: async () => (await run(calls().allTeams.list())).map(toTeam),
    getTeam,
    checkUserApiKey: (apiKey) =>
      toResult(
        Effect.map(calls().checkUserApiKey(apiKey), (key) =>
          userApiKey(key, { calls: () => calls().ofUser(key.userId), run })
        ),
        apiKeyNotValid
      ),
    checkTeamApiKey: (apiKey) =>
      toResult(
        Effect.map(calls().checkTeamApiKey(apiKey), (key) => teamApiKey(key, runner)),
        apiKeyNotValid
      )
  }
}

/** Makes an app over calls that exist already. */
export const serverAppOf = (calls: PagedServerCalls, options: Pick<AppOptions, "onWaiting"> = {}): ServerApp => {
  const runner = makeCallRunner(calls, options.onWaiting)
  return { ...serverMethods(runner), getProject: () => runner.run(runner.calls().getProject) }
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right, and in a browser. */
export const createServerApp = (options: ServerAppOptions): ServerApp =>
  serverAppOf(Effect.runSync(makeOverFetch(facts, options)), options)

/** `new ServerApp(options)` is `createServerApp(options)`. */
export const ServerApp = constructorOf(createServerApp)
