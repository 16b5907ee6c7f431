/**
 * The server tier as plain promises: what a client's app has, with all that a server sees, and every user and team.
 *
 * @example
 * const app = createServerApp({ projectId, secretServerKey, tokenStore: null })
 * const user = await app.getUser(id)
 * await user?.grantPermission(team, "admin")
 * for await (const each of app.allUsers()) console.log(each.primaryEmail)
 */
import * as Effect from "effect/Effect"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
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
import { ClientApp, type ClientAppOptions, type GetUserOptions } from "./client-app.ts"
import type { CurrentServerUser, ServerTeam, ServerUser } from "./objects/server-entities.ts"
import { lazyModule } from "../../core/runtime/lazy-module.ts"
import type { OwnedApps } from "./owned-projects.ts"
import { currentServerUser, serverTeam, serverUser } from "./objects/server-objects.ts"
import type { Run } from "./result.ts"

export interface ServerAppOptions extends ServerOptions, Pick<ClientAppOptions, "onWaiting"> {}

/** One page of users. */
export interface ServerUserPage extends ReadonlyArray<ServerUser> {
  /** The `cursor` of the page that follows; `null` on the last one. */
  readonly nextCursor: string | null
}

interface GetServerUser {
  /** Any user by id; `null` if there is none. */
  (id: string): Promise<ServerUser | null>
  /** The signed-in user. */
  (options: GetUserOptions & { readonly or: "throw" }): Promise<CurrentServerUser>
  (options?: GetUserOptions): Promise<CurrentServerUser | null>
}

const facts = serverFacts(pagedUserCalls)

// Not at once: the admin's app is made from this one.
const adminApp: OwnedApps = Effect.map(
  lazyModule("admin app", () => import("./admin-app.ts")),
  ({ AdminApp }) => AdminApp
)

/** Not for browsers: throws `ConfigurationError` there. */
export class ServerApp extends ClientApp {
  declare protected readonly calls: PagedServerCalls
  protected override readonly ownedApps = adminApp

  /** Throws `ConfigurationError` when an option is missing or cannot be right. */
  // oxlint-disable-next-line no-useless-constructor -- it takes options that a client's app does not.
  constructor(options: ServerAppOptions) {
    super(options)
  }

  protected override connect(options: ServerAppOptions): Effect.Effect<PagedServerCalls, ConfigurationError> {
    return makeOverFetch(facts, options)
  }

  override readonly getUser = ((asked: string | GetUserOptions = {}) =>
    typeof asked === "string"
      ? this.#run(
          this.calls.users.get(asked).pipe(
            Effect.map((user) => serverUser(user, this.calls, this.#run)),
            Effect.catchTag("UserNotFound", () => Effect.succeed(null))
          )
        )
      : this.findUser(this.calls, asked, (user, of) =>
          currentServerUser(user, of, this.signOutOf(of), this.#run, this.ownedApps)
        )) as GetServerUser

  /** @deprecated Use `getUser()`. */
  readonly getServerUser = (): Promise<CurrentServerUser | null> => this.getUser()

  /** @deprecated Use `getUser(id)`. */
  readonly getServerUserById = (id: string): Promise<ServerUser | null> => this.getUser(id)

  /** One page of users, or all of them without a `limit`. */
  readonly listUsers = async (options?: UserPageOptions): Promise<ServerUserPage> => {
    const { items, nextCursor } = await this.#run(this.calls.users.page(options))
    return Object.assign(
      items.map((user) => serverUser(user, this.calls, this.#run)),
      { nextCursor }
    )
  }

  /** All users, one after the other. The next page is fetched when the loop gets there. */
  readonly allUsers = (options: UserStreamOptions = {}): AsyncIterable<ServerUser> => {
    const pages = (cursor: string | undefined) => this.#run(pageAfter(this.calls.users, options, cursor))
    const toObject = (user: ServerUserData) => serverUser(user, this.calls, this.#run)
    return {
      async *[Symbol.asyncIterator]() {
        let cursor: string | undefined
        do {
          const { items, nextCursor } = await pages(cursor)
          yield* items.map(toObject)
          cursor = nextCursor ?? undefined
        } while (cursor !== undefined)
      }
    }
  }

  /** Works with sign-up closed. */
  readonly createUser = async (input: UserInput): Promise<ServerUser> =>
    serverUser(await this.#run(this.calls.users.create(input)), this.calls, this.#run)

  /** Without `creatorUserId` nobody is in it. */
  readonly createTeam = async (input: AnyTeamInput): Promise<ServerTeam> =>
    serverTeam(await this.#run(this.calls.allTeams.create(input)), this.calls, this.#run)

  /** All teams of the project, the oldest first. */
  readonly listTeams = async (): Promise<ReadonlyArray<ServerTeam>> =>
    (await this.#run(this.calls.allTeams.list())).map((team) => serverTeam(team, this.calls, this.#run))

  /** Any team; `null` if there is none. */
  readonly getTeam = (id: string): Promise<ServerTeam | null> =>
    this.#run(
      this.calls.allTeams.get(id).pipe(
        Effect.map((team) => serverTeam(team, this.calls, this.#run)),
        Effect.catchTag("TeamNotFound", () => Effect.succeed(null))
      )
    )

  readonly #run: Run = (effect) => this.run(effect)
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right, and in a browser. */
export const createServerApp = (options: ServerAppOptions): ServerApp => new ServerApp(options)
