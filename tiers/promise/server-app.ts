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
import type { ServerTeam as ServerTeamData } from "../../core/schema/server-team.ts"
import type { Project } from "../../core/schema/project.ts"
import type { ServerUser as ServerUserData } from "../../core/schema/server-user.ts"
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
import { lazyModule } from "../../core/runtime/lazy-module.ts"
import type { OwnedApps } from "./owned-projects.ts"
import { currentServerUser, serverTeam, serverUser } from "./objects/server-objects.ts"
import { type CallRunner, findUser, type GetUserOptions, makeCallRunner } from "./run-calls.ts"

export interface ServerAppOptions extends ServerOptions, Pick<AppOptions, "onWaiting"> {}

/** One page of users. */
export interface ServerUserPage extends ReadonlyArray<ServerUser> {
  /** The `cursor` of the next page; `null` on the last one. */
  readonly nextCursor: string | null
}

interface GetServerUser {
  /** Returns any user by id, or `null`. */
  (id: string): Promise<ServerUser | null>
  /** Returns the signed-in user. */
  (options: GetUserOptions & { readonly or: "throw" }): Promise<CurrentServerUser>
  (options?: GetUserOptions): Promise<CurrentServerUser | null>
}

/** The methods about users and teams, the same for servers and admins. */
export interface ServerMethods extends AppMethods {
  readonly getUser: GetServerUser
  /** @deprecated Use `getUser()`. */
  readonly getServerUser: () => Promise<CurrentServerUser | null>
  /** @deprecated Use `getUser(id)`. */
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
  /** Returns any team by id, or `null`. */
  readonly getTeam: (id: string) => Promise<ServerTeam | null>
}

export interface ServerApp extends ServerMethods {
  readonly getProject: () => Promise<Project>
}

const facts = serverFacts(pagedUserCalls)

// On demand, because the admin app is made from this module.
const adminApp: OwnedApps = Effect.map(
  lazyModule("admin app", () => import("./admin-app.ts")),
  ({ AdminApp }) => AdminApp
)

export const serverMethods = (runner: CallRunner<PagedServerCalls>): ServerMethods => {
  const { calls, run, signOutOf } = runner
  const toUser = (user: ServerUserData) => serverUser(user, calls(), run)
  const toTeam = (team: ServerTeamData) => serverTeam(team, calls(), run)

  const getUser = ((asked: string | GetUserOptions = {}) =>
    typeof asked === "string"
      ? run(
          calls()
            .users.get(asked)
            .pipe(
              Effect.map(toUser),
              Effect.catchTag("UserNotFound", () => Effect.succeed(null))
            )
        )
      : findUser(runner, asked, (user, of) =>
          currentServerUser(user, of, signOutOf(of), run, adminApp)
        )) as GetServerUser

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
    getTeam: (id) =>
      run(
        calls()
          .allTeams.get(id)
          .pipe(
            Effect.map(toTeam),
            Effect.catchTag("TeamNotFound", () => Effect.succeed(null))
          )
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
