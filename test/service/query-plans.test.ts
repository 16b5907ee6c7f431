/** The statements that run with nearly every request find their rows by an index, however many there are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isOverNetwork } from "../postgres/server.ts"
import * as GrantStore from "../../service/permissions/grant-store.ts"
import * as Database from "../../service/sql/database.ts"
import * as InvitationStore from "../../service/team-invitations/invitation-store.ts"
import * as ProfileStore from "../../service/team-members/profile-store.ts"
import * as MembershipStore from "../../service/teams/membership-store.ts"
import * as TeamStore from "../../service/teams/team-store.ts"
import * as ChannelStore from "../../service/users/channel-store.ts"
import * as UserStore from "../../service/users/user-store.ts"

const member = { projectId: "project", teamId: "team", userId: "user" }
const page = { teamId: null, text: null, from: null, newestFirst: false, limit: 20 }

const stores = Layer.mergeAll(
  ChannelStore.layer,
  GrantStore.layer,
  InvitationStore.layer,
  MembershipStore.layer,
  ProfileStore.layer,
  TeamStore.layer,
  UserStore.layer
)
type Stores = Layer.Success<typeof stores> | SqlClient.SqlClient

const Step = Schema.Struct({ detail: Schema.String })
const readSteps = Schema.decodeUnknownEffect(Schema.Array(Step))

/** How SQLite goes about the statements that `run` causes. */
const plansOf = (run: Effect.Effect<unknown, unknown, Stores>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const made: Array<Statement.Statement<unknown>> = []
    const watched = new Proxy(sql, {
      apply: (target, self, args) => {
        const statement: unknown = Reflect.apply(target, self, args)
        // Parts are statements too; what is no effect is a name or a list.
        if (Effect.isEffect(statement)) made.push(statement as Statement.Statement<unknown>)
        return statement
      }
    })
    const watchedStores = stores.pipe(Layer.provideMerge(Layer.succeed(SqlClient.SqlClient, watched)))
    // What the stores prepare while they are made is part of what they run later.
    yield* Effect.andThen(Effect.sync(() => void (made.length = 0)), run).pipe(Effect.provide(watchedStores))
    const compiled = made.map((statement) => statement.compile())
    const isPart = (text: string) => compiled.some(([other]) => other !== text && other.includes(text))
    const texts = compiled.filter(([text]) => /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(text) && !isPart(text))
    const steps: Array<string> = []
    for (const [text, params] of texts) {
      const rows = yield* readSteps(yield* sql.unsafe(`EXPLAIN QUERY PLAN ${text}`, params))
      steps.push(...rows.map(({ detail }) => detail))
    }
    return steps
  }).pipe(Effect.provide(Database.layer(Database.MEMORY)))

/** A look at every row of a table. What a recursion has found so far is no table. */
const isScan = (step: string) => step.startsWith("SCAN ") && step !== "SCAN held" && step !== "SCAN CONSTANT ROW"

const users = <A>(read: (store: UserStore.UserStore["Service"]) => Effect.Effect<A>) => UserStore.UserStore.use(read)

/** An index that only tells projects apart leads through all of one: enough where all of it is asked for. */
const isProjectScan = (step: string) => step.endsWith("(project_id=?)")

type Order = "ordered" | "whole project, ordered"

const cases: ReadonlyArray<readonly [name: string, run: Effect.Effect<unknown, unknown, Stores>, order?: Order]> = [
  ["a user by id", users((store) => store.find("project", "user"))],
  ["whether a user exists", users((store) => store.exists("project", "user"))],
  ["the first page of users", users((store) => store.list("project", page)), "whole project, ordered"],
  [
    "the newest users",
    users((store) => store.list("project", { ...page, newestFirst: true })),
    "whole project, ordered"
  ],
  ["a later page", users((store) => store.list("project", { ...page, from: "user" })), "ordered"],
  [
    "a later page of the newest",
    users((store) => store.list("project", { ...page, from: "user", newestFirst: true })),
    "ordered"
  ],
  [
    "a page of a team's users",
    users((store) => store.list("project", { ...page, teamId: "team" }))
  ],
  [
    "a search within a project",
    users((store) => store.list("project", { ...page, text: "x" })),
    "whole project, ordered"
  ],
  ["the addresses of a user", ChannelStore.ChannelStore.use((channels) => channels.search("project", { userId: "user" }))],
  ["one address", ChannelStore.ChannelStore.use((channels) => channels.search("project", { id: "channel" }))],
  ["a team", TeamStore.TeamStore.use((teams) => teams.find("project", "team"))],
  ["the teams of a project", TeamStore.TeamStore.use((teams) => teams.list("project")), "whole project, ordered"],
  ["the teams of a user", TeamStore.TeamStore.use((teams) => teams.listOfUser("project", "user"))],
  ["a membership", MembershipStore.MembershipStore.use((memberships) => memberships.exists(member))],
  ["selecting a team", MembershipStore.MembershipStore.use((memberships) => memberships.select(member))],
  ["the check of a permission", GrantStore.GrantStore.use((grants) => grants.holds(member, "$update_team"))],
  [
    "the permissions of a member",
    GrantStore.GrantStore.use((grants) => grants.list("project", { ...member, permissionId: null, recursive: true }))
  ],
  [
    "the permissions of a user in all teams",
    GrantStore.GrantStore.use((grants) =>
      grants.list("project", { teamId: null, userId: "user", permissionId: null, recursive: false })
    )
  ],
  [
    "the members of a team",
    ProfileStore.ProfileStore.use((profiles) => profiles.list("project", { teamId: "team", userId: null }))
  ],
  ["one member", ProfileStore.ProfileStore.use((profiles) => profiles.find(member))],
  ["the open invitations of a team", InvitationStore.InvitationStore.use((all) => all.listOpen("project", "team", 0))]
]

// The plans are SQLite's.
describe.skipIf(isOverNetwork)("an index leads to", () => {
  it.effect.each(cases)("%s", ([, run, order]) =>
    Effect.gen(function*() {
      const steps = yield* plansOf(run)
      assert.isTrue(steps.some((step) => /^SEARCH \w+ USING (?:COVERING )?INDEX /.test(step)), steps.join("\n"))
      assert.deepStrictEqual(steps.filter(isScan), [])
      if (!order?.startsWith("whole project")) assert.deepStrictEqual(steps.filter(isProjectScan), [])
      if (order?.endsWith("ordered")) assert.notInclude(steps.join("\n"), "USE TEMP B-TREE FOR ORDER BY", "the index has the order")
    }))

  it.effect("nothing that has none, which this test sees", () =>
    Effect.gen(function*() {
      const search = SqlClient.SqlClient.use((sql) => sql`SELECT * FROM teams WHERE display_name = ${"x"}`)
      const steps = yield* plansOf(search)
      assert.deepStrictEqual(steps.filter(isScan), ["SCAN teams"])
    }))
})
