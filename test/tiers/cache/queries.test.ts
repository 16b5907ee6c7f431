/**
 * Every cache of the client tier, over the service, read as an Effect and as a promise: its value, and the inputs of
 * its key.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Testing from "../../../testing/index.ts"
import type { Query } from "../../../tiers/cache/query.ts"
import { projectQuery, userQuery } from "../../../tiers/cache/queries.ts"
import {
  connectAccountQuery,
  connectedAccountQuery,
  connectedAccountTokenQuery,
  contactChannelsQuery,
  ownedProjectsQuery,
  permissionsQuery,
  projectPermissionsQuery,
  teamInvitationsQuery,
  teamProfileQuery,
  teamsQuery,
  teamUsersQuery
} from "../../../tiers/cache/signed-in-queries.ts"
import { makeTierCache, type TierCache } from "../../../tiers/cache/tier-cache.ts"
import { clientTable } from "../../../tiers/cache/client-table.ts"
import * as Client from "../../../tiers/client.ts"
import { seedWith } from "../../service/fixture.ts"
import { Browser, embedded, exchange, grace, locationOf, shared } from "../../service/resources/oauth/browser.ts"
import { ada, as, CALLBACK } from "../signed-in/fixture.ts"
import { through } from "./virtual-time.ts"

type AnyQuery = Query<unknown, unknown, Client.Client>
type ClientCache = TierCache<Client.Client, Client.ClientCalls>

type Read = (cache: ClientCache, query: AnyQuery) => Effect.Effect<Exit.Exit<unknown, unknown>>

const readers: ReadonlyArray<readonly [name: string, read: Read]> = [
  ["in Effect", (cache, query) => Effect.exit(cache.get(query))],
  ["as a promise", (cache, query) => Effect.promise(() => cache.read(query).promise)]
]

interface Teams {
  readonly first: string
  readonly second: string
}

interface Cached {
  readonly name: string
  /** A query with the same key each time. */
  readonly query: (teams: Teams) => AnyQuery
  /** Queries with another input, each with another key. */
  readonly others: (teams: Teams) => ReadonlyArray<AnyQuery>
  readonly holds: (value: never, teams: Teams) => boolean
}

const readCached = <A>(
  name: string,
  query: (teams: Teams) => Query<A, unknown, Client.Client>,
  holds: (value: A, teams: Teams) => boolean,
  others: (teams: Teams) => ReadonlyArray<AnyQuery> = () => []
): Cached => ({ name, query, holds, others })

/** As the original lists them. */
const all: ReadonlyArray<Cached> = [
  readCached(
    "the current user",
    () => userQuery,
    (user) => user?.primaryEmail === ada.email
  ),
  readCached(
    "the project",
    () => projectQuery,
    ({ id }) => id === "internal"
  ),
  readCached(
    "the owned projects",
    () => ownedProjectsQuery,
    ([project]) => project?.displayName === "Mine"
  ),
  readCached(
    "the own permissions, recursive or not",
    ({ first }) => permissionsQuery(first),
    (permissions) => permissions.some(({ id }) => id === "$read_members"),
    ({ first, second }) => [permissionsQuery(first, false), permissionsQuery(second)]
  ),
  readCached(
    "the own permissions in the project, recursive or not",
    () => projectPermissionsQuery(),
    ({ length }) => length === 0,
    () => [projectPermissionsQuery(false)]
  ),
  readCached(
    "the own teams",
    () => teamsQuery,
    ({ length }) => length === 2
  ),
  readCached(
    "a token of a provider, for its scopes",
    () => connectedAccountTokenQuery("github", { scopes: ["repo"] }),
    (token) => token !== null && Redacted.value(token.accessToken) !== "",
    () => [connectedAccountTokenQuery("github", { scopes: ["gist"] }), connectedAccountTokenQuery("github")]
  ),
  readCached(
    "a connection, for its scopes",
    () => connectedAccountQuery("github", { scopes: ["repo", "gist"] }),
    (connection) => connection?.id === "github",
    () => [connectedAccountQuery("github", { scopes: ["delete_repo"] }), connectedAccountQuery("github")]
  ),
  readCached(
    "a connection that redirects or is there",
    () => connectAccountQuery("github", { scopes: ["repo"] }),
    (account) => account?.id === "github",
    () => [connectAccountQuery("github")]
  ),
  readCached(
    "the members of a team",
    ({ first }) => teamUsersQuery(first),
    ([member]) => member?.teamProfile.displayName === "Captain",
    ({ second }) => [teamUsersQuery(second)]
  ),
  readCached(
    "the invitations of a team",
    ({ first }) => teamInvitationsQuery(first),
    ([invitation]) => invitation?.recipientEmail === "guest@example.com",
    ({ second }) => [teamInvitationsQuery(second)]
  ),
  readCached(
    "the own profile in a team",
    ({ first }) => teamProfileQuery(first),
    ({ displayName }) => displayName === "Captain",
    ({ second }) => [teamProfileQuery(second)]
  ),
  readCached(
    "the contact channels",
    () => contactChannelsQuery,
    ([channel]) => channel?.value === ada.email
  )
]

const config = {
  oauthProviders: [shared, embedded],
  clientTeamCreationEnabled: true
}

/** Ada with data of every kind, and an empty cache over her client. */
const start = Effect.gen(function* () {
  const client = yield* as(ada)
  const { accessToken } = yield* client.tokens
  const token = accessToken === null ? "" : Redacted.value(accessToken)
  const back = yield* new Browser().signIn("github", grace, {
    type: "link",
    token,
    provider_scope: "repo gist",
    client_id: "internal"
  })
  yield* exchange(locationOf(back).searchParams.get("code") ?? "", { client_id: "internal" })
  const first = yield* client.teams.create({ displayName: "First" })
  const second = yield* client.teams.create({ displayName: "Second" })
  yield* client.teams.updateProfile(first.id, { displayName: "Captain" })
  yield* client.teams.inviteUser(first.id, { email: "guest@example.com", callbackUrl: CALLBACK })
  yield* client.createProject({ displayName: "Mine" })
  const context = yield* Effect.context<never>()
  const cache = makeTierCache(
    Client.Client,
    {
      runFork: (effect, options) =>
        Effect.runForkWith(context)(Effect.provideService(effect, Client.Client, client), options)
    },
    clientTable
  )
  const log = yield* Testing.RequestLog
  yield* log.clear
  return { cache, teams: { first: first.id, second: second.id }, sent: Effect.map(log.entries, ({ length }) => length) }
})

describe.each(readers)("the cache, read %s,", (_, read) => {
  it.effect.each([...all])("requests $name once", ({ holds, others, query }) =>
    Effect.gen(function* () {
      const { cache, sent, teams } = yield* start
      const one = yield* through(Effect.all([read(cache, query(teams)), read(cache, query(teams))], { concurrency: 2 }))
      const [exit, same] = one
      assert.isTrue(exit !== undefined && Exit.isSuccess(exit) && holds(exit.value as never, teams))
      assert.deepStrictEqual(same, exit)
      assert.strictEqual(yield* sent, 1)
      assert.deepStrictEqual(yield* through(read(cache, query(teams))), exit)
      assert.strictEqual(yield* sent, 1, "cached results are not requested again")
      const keys = new Set([query(teams), ...others(teams)].map(({ key }) => key))
      assert.strictEqual(keys.size, 1 + others(teams).length, "what differs has a key of its own")
    }).pipe(Effect.provide(Testing.layer({ seed: seedWith({ id: "internal", limits: "off", users: [ada], config }) })))
  )
})
