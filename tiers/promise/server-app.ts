/**
 * The server tier as plain promises: what a client's app has, with all that a server sees, and every user and team.
 *
 * @example
 * const app = createServerApp({ projectId, secretServerKey, tokenStore: null })
 * const user = await app.getUser(id)
 * await user?.grantPermission(team, "admin")
 * for await (const each of app.allUsers()) console.log(each.primaryEmail)
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ConfigurationError } from "../../core/config.ts"
import { OnWaiting } from "../../core/http/retry.ts"
import type { AnyTeamInput } from "../calls/server/all-teams.ts"
import type { UserInput, UserPageOptions, UserStreamOptions } from "../calls/server/all-users.ts"
import { make, type ServerCalls, type ServerOptions } from "../server.ts"
import { ClientApp, type ClientAppOptions, type GetUserOptions } from "./client-app.ts"
import type { CurrentServerUser, ServerTeam, ServerUser } from "./objects/server-entities.ts"
import { later } from "../later.ts"
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

// Not at once: the admin's app is made from this one.
const adminApp: OwnedApps = Effect.map(later(() => import("./admin-app.ts")), ({ AdminApp }) => AdminApp)

/** Not for browsers: throws `ConfigurationError` there. */
export class ServerApp extends ClientApp {
  declare protected readonly calls: ServerCalls
  protected override readonly ownedApps = adminApp
  readonly #onWaiting: ServerAppOptions["onWaiting"]

  /** Throws `ConfigurationError` when an option is missing or cannot be right. */
  constructor(options: ServerAppOptions) {
    super(options)
    this.#onWaiting = options.onWaiting
  }

  protected override connect(options: ServerAppOptions): Effect.Effect<ServerCalls, ConfigurationError> {
    return make(options)
  }

  override readonly getUser = ((asked: string | GetUserOptions = {}) =>
    typeof asked === "string"
      ? this.#run(this.calls.users.get(asked).pipe(
        Effect.map((user) => serverUser(user, this.calls, this.#run)),
        Effect.catchTag("UserNotFound", () => Effect.succeed(null))
      ))
      : this.findUser(this.calls, asked, (user, of) =>
        currentServerUser(user, of, this.signOutOf(of), this.#run, this.ownedApps))) as GetServerUser

  /** @deprecated Use `getUser()`. */
  readonly getServerUser = (): Promise<CurrentServerUser | null> => this.getUser()

  /** @deprecated Use `getUser(id)`. */
  readonly getServerUserById = (id: string): Promise<ServerUser | null> => this.getUser(id)

  /** One page of users, or all of them without a `limit`. */
  readonly listUsers = async (options?: UserPageOptions): Promise<ServerUserPage> => {
    const { items, nextCursor } = await this.#run(this.calls.users.page(options))
    return Object.assign(items.map((user) => serverUser(user, this.calls, this.#run)), { nextCursor })
  }

  /** All users, one after the other. The next page is fetched when the loop gets there. */
  readonly allUsers = (options?: UserStreamOptions): AsyncIterable<ServerUser> => {
    const onWaiting = this.#onWaiting
    return Stream.toAsyncIterableWith(
      Stream.map(this.calls.users.list(options), (user) => serverUser(user, this.calls, this.#run)),
      onWaiting === undefined
        ? Context.empty()
        : Context.make(OnWaiting, (waiting) => Effect.sync(() => onWaiting(waiting)))
    )
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
    this.#run(this.calls.allTeams.get(id).pipe(
      Effect.map((team) => serverTeam(team, this.calls, this.#run)),
      Effect.catchTag("TeamNotFound", () => Effect.succeed(null))
    ))

  readonly #run: Run = (effect) => this.run(effect)
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right, and in a browser. */
export const createServerApp = (options: ServerAppOptions): ServerApp => new ServerApp(options)
