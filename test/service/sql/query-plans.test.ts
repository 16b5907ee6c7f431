/** SQLite query plans: the statements of frequent requests use an index. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isOverNetwork } from "../../postgres/server.ts"
import {
  type HeldProjectFilter,
  ProjectGrantStore
} from "../../../service/resources/permissions/project-grant-store.ts"
import * as GrantStore from "../../../service/resources/permissions/grant-store.ts"
import * as ExpiredRowsStore from "../../../service/pruning/expired-rows-store.ts"
import * as Database from "../../../service/sql/database.ts"
import * as InvitationStore from "../../../service/resources/team-invitations/invitation-store.ts"
import * as OAuthAccountStore from "../../../service/resources/connected-accounts/oauth-account-store.ts"
import * as ProfileStore from "../../../service/resources/team-members/profile-store.ts"
import * as MembershipStore from "../../../service/resources/team-members/membership-store.ts"
import * as TeamStore from "../../../service/resources/teams/team-store.ts"
import * as ChannelStore from "../../../service/resources/contact-channels/channel-store.ts"
import { MetricsStore } from "../../../service/resources/metrics/metrics-store.ts"
import type { ProjectCredentials } from "../../../service/resources/projects/claim-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import * as CommandLineStore from "../../../service/resources/command-line/command-line-store.ts"
import * as UserTeamApiKeyStore from "../../../service/resources/user-team-api-keys/user-team-api-key-store.ts"
import * as MessageStore from "../../../service/webhooks/message-store.ts"
import { entriesWith } from "../audit/audit-fixture.ts"
import { recordStatements, type Stores } from "./executed-statements.ts"

const member = { projectId: "project", teamId: "team", userId: "user" }
const position = { at: 0, id: "user1" }
const page = { teamId: null, text: null, from: null, newestFirst: false, limit: 20 }
const teamPage = { userId: null, text: null, from: null, newestFirst: false, limit: 20 }

const Step = Schema.Struct({ detail: Schema.String })
const readSteps = Schema.decodeUnknownEffect(Schema.Array(Step))

/** Returns the steps of SQLite's plans for the statements of an effect. */
const plansOf = (
  run: Effect.Effect<unknown, unknown, Stores>,
  before: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient> = Effect.void
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* before
    const steps: Array<string> = []
    for (const [text, params] of yield* recordStatements(run)) {
      const rows = yield* readSteps(yield* sql.unsafe(`EXPLAIN QUERY PLAN ${text}`, params))
      steps.push(...rows.map(({ detail }) => detail))
    }
    return steps
  }).pipe(Effect.provide(Database.layer(Database.MEMORY)))

/** Returns the full table scans. Rows of a recursive or separate subquery are not a table. */
const scansOf = (steps: ReadonlyArray<string>) =>
  steps.filter((step, index) => {
    if (!step.startsWith("SCAN ") || ["SCAN held", "SCAN kind", "SCAN CONSTANT ROW"].includes(step)) return false
    // A list of the request, or rows of the index of the search that a text and a range select.
    if (/^SCAN (?:json_each|(?:team|user)_search_index|term) VIRTUAL TABLE /.test(step)) return false
    // There are few projects, and rows of each are found by an index.
    if (step.startsWith("SCAN projects USING COVERING INDEX ")) return false
    const subqueries = steps.slice(0, index).filter((other) => other === step.replace("SCAN", "CO-ROUTINE"))
    const scans = steps.slice(0, index).filter((other) => other === step)
    return scans.length >= subqueries.length
  })

const entries = (filter: Parameters<typeof entriesWith>[0]) =>
  entriesWith({ projectId: "project", limit: 20, ...filter })

const users = <A>(read: (store: UserStore.UserStore["Service"]) => Effect.Effect<A>) => UserStore.UserStore.use(read)

const apiKeys = <A>(read: (store: UserTeamApiKeyStore.UserTeamApiKeyStore["Service"]) => Effect.Effect<A>) =>
  UserTeamApiKeyStore.UserTeamApiKeyStore.use(read)
const accounts = <A>(read: (store: OAuthAccountStore.OAuthAccountStore["Service"]) => Effect.Effect<A>) =>
  OAuthAccountStore.OAuthAccountStore.use(read)
const commandLine = <A>(read: (store: CommandLineStore.CommandLineStore["Service"]) => Effect.Effect<A>) =>
  CommandLineStore.CommandLineStore.use(read)
const messages = <A>(read: (store: MessageStore.MessageStore["Service"]) => Effect.Effect<A>) =>
  MessageStore.MessageStore.use(read)
const ofUser = { type: "user", ownerId: "user" } as const

/**
 * An index on the project alone reads the whole project, which is right where all of it is requested. A project has one
 * configuration.
 */
const isProjectScan = (step: string) => step.endsWith("(project_id=?)") && !step.startsWith("SEARCH project_configs ")

const claimProject = (claim: Partial<ProjectCredentials>) =>
  ProjectStore.ProjectStore.use((store) =>
    store.claimed({
      projectId: "project",
      key: { kind: "publishable_client_key", text: "key" },
      subject: { userId: "user", sessionId: "session" },
      readsUser: false,
      now: 0,
      ...claim
    })
  )

type Order = "ordered" | "whole project" | "whole project, ordered"

/** More users than the first range of a search has. */
const insertUsers = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES ('project', 'Test', '', 0, 0)`,
    sql`
      WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 600)
      INSERT INTO users (
        id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
        signed_up_at, last_active_at
      )
      SELECT 'user' || i, 'project', 'Ada', 'null', 'null', 'null', 0, 0, 0 FROM numbers`
  )
)

const projectPermissions = (filter: Partial<HeldProjectFilter>) =>
  ProjectGrantStore.use((grants) =>
    grants.list("project", { userId: null, permissionId: null, recursive: false, ...filter })
  )

const cases: ReadonlyArray<readonly [name: string, run: Effect.Effect<unknown, unknown, Stores>, order?: Order]> = [
  ["the credentials of a request", claimProject({})],
  ["the credentials of a request, with the user", claimProject({ readsUser: true })],
  ["a token without a key", claimProject({ key: null })],
  ["a token without a key, with the user", claimProject({ key: null, readsUser: true })],
  ["the projects of an owner", ProjectStore.ProjectStore.use((store) => store.listByIds(["project", "other"]))],
  ["a user by id", users((store) => store.find("project", "user"))],
  ["whether a user exists", users((store) => store.exists("project", "user"))],
  ["the first page of users", users((store) => store.page("project", page)), "whole project, ordered"],
  [
    "the newest users",
    users((store) => store.page("project", { ...page, newestFirst: true })),
    "whole project, ordered"
  ],
  ["the anonymous users", users((store) => store.page("project", { ...page, anonymous: "only" }))],
  [
    "the restricted users",
    users((store) =>
      store.page("project", {
        ...page,
        anonymous: "all",
        restricted: { isRestricted: true, requireEmailVerification: false }
      })
    )
  ],
  ["all users", users((store) => store.page("project", { ...page, anonymous: "all" })), "whole project, ordered"],
  ["a later page", users((store) => store.page("project", { ...page, from: position })), "ordered"],
  [
    "a later page of the newest",
    users((store) => store.page("project", { ...page, from: position, newestFirst: true })),
    "ordered"
  ],
  ["a page of a team's users", users((store) => store.page("project", { ...page, teamId: "team" }))],
  ["a search within a project", users((store) => store.page("project", { ...page, text: "x" })), "whole project"],
  ...(["password", "otp", "passkey", "oauth"] as const).map(
    (signInMethod) =>
      [
        `a page of users with a method: ${signInMethod}`,
        users((store) =>
          store.page("project", { ...page, from: position, filter: { primaryEmailVerified: true, signInMethod } })
        )
      ] as const
  ),
  [
    "the users who were active in a month, the latest first",
    users((store) =>
      store.page("project", {
        ...page,
        orderBy: "last_active_at",
        newestFirst: true,
        filter: { activeSince: 0, activeUntil: 1 }
      })
    )
  ],
  [
    "the addresses of a user",
    ChannelStore.ChannelStore.use((channels) => channels.search("project", { userId: "user" }))
  ],
  ["one address", ChannelStore.ChannelStore.use((channels) => channels.search("project", { id: "channel" }))],
  ["a team", TeamStore.TeamStore.use((teams) => teams.find("project", "team"))],
  ["the teams of a project", TeamStore.TeamStore.use((teams) => teams.list("project")), "whole project, ordered"],
  ["the teams of a user", TeamStore.TeamStore.use((teams) => teams.list("project", { userId: "user" }))],
  ["the number of a user's teams", TeamStore.TeamStore.use((teams) => teams.countOfUser("project", "user"))],
  ["the ids of a user's teams", TeamStore.TeamStore.use((teams) => teams.idsOfUser("project", "user"))],
  ["a page of teams", TeamStore.TeamStore.use((teams) => teams.page("project", { ...teamPage, from: position }))],
  ["a membership", MembershipStore.MembershipStore.use((memberships) => memberships.exists(member))],
  [
    "the personal team of a user",
    MembershipStore.MembershipStore.use((memberships) => memberships.listPersonal("project", "user"))
  ],
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
  ["the project permissions of a user", projectPermissions({ userId: "user", recursive: true })],
  ["the users with a project permission", projectPermissions({ permissionId: "read:all" })],
  ["the project permissions of all users", projectPermissions({}), "whole project, ordered"],
  ["the default permissions of a new user", ProjectGrantStore.use((grants) => grants.grantDefaults(member))],
  [
    "the members of a team",
    ProfileStore.ProfileStore.use((profiles) => profiles.list("project", { teamId: "team", userId: null }))
  ],
  [
    "the members of a team without their users",
    ProfileStore.ProfileStore.use((profiles) => profiles.listMembers("project", { teamId: "team", userId: null }))
  ],
  ["one member", ProfileStore.ProfileStore.use((profiles) => profiles.find(member))],
  [
    "the open invitations of a team",
    InvitationStore.InvitationStore.use((all) => all.listOpen("project", "team", 0, "all"))
  ],
  [
    "the newest open invitations of a team",
    InvitationStore.InvitationStore.use((all) => all.listOpen("project", "team", 0, 200))
  ],
  [
    "whether a team has the most open invitations",
    InvitationStore.InvitationStore.use((all) => all.hasMaximum("project", "team", 0))
  ],
  [
    "the open invitations to the addresses of a user",
    InvitationStore.InvitationStore.use((all) => all.listReceived("project", ["a@example.com", "b@example.com"], 0))
  ],
  ["an account at a provider", accounts((store) => store.find("project", "github", "account"))],
  ["an account of a user", accounts((store) => store.findById({ projectId: "project", userId: "user", id: "id" }))],
  ["the accounts of a user", accounts((store) => store.ofUser("project", "user"))],
  ["the accounts of all users", accounts((store) => store.ofProject("project")), "whole project, ordered"],
  ["an account to remove", accounts((store) => store.remove({ projectId: "project", userId: "user", id: "id" }))],
  [
    "the number of users with each method",
    MetricsStore.use(({ userCounts }) => userCounts("project")),
    "whole project"
  ],
  ["the users who were active last", MetricsStore.use(({ recentlyActive }) => recentlyActive("project", 5))],
  ["the sign-ins of a project", MetricsStore.use(({ signIns }) => signIns("project", 0))],
  ["the audit log of a project", entries({}), "ordered"],
  ["a later page of the audit log", entries({ cursor: "1_1" }), "ordered"],
  ["the audit log of a user", entries({ userId: "user" }), "ordered"],
  ["the audit log of a team", entries({ teamId: "team", cursor: "1_1" }), "ordered"],
  ["the audit log of an action", entries({ action: "DELETE /users/:user_id", cursor: "1_1" }), "ordered"],
  ["the audit log of an actor and a month", entries({ actorId: "actor", since: 0, until: 1 }), "ordered"],
  ["the audit log of all projects", entries({ projectId: null, cursor: "1_1" }), "ordered"],
  ["an API key of a user or a team", apiKeys((keys) => keys.findByKey("project", "sk_"))],
  ["the API keys of a user", apiKeys((keys) => keys.list("project", ofUser, 10)), "ordered"],
  ["the API keys of a team", apiKeys((keys) => keys.list("project", { type: "team", ownerId: "team" }, 10)), "ordered"],
  [
    "the API keys of all users",
    apiKeys((keys) => keys.list("project", { type: "user", ownerId: null }, 10)),
    "whole project, ordered"
  ],
  ["the number of valid API keys", apiKeys((keys) => keys.countValid("project", { type: "user", id: "user" }, 0))],
  ["API keys to delete", apiKeys((keys) => keys.removeInvalid("project", { type: "user", id: "user" }, 0, 100))],
  ["a sign-in by its polling code", commandLine((store) => store.findByPollingCode("project", "code"))],
  ["a sign-in by its login code", commandLine((store) => store.findByLoginCode("project", "code"))],
  ["a poll", commandLine((store) => store.recordPoll("id", 0, 1000))],
  ["an approval", commandLine((store) => store.approve("id", { userId: "user", sessionId: "session" }))],
  ["a denial", commandLine((store) => store.deny("id", 0))],
  ["a claim", commandLine((store) => store.claim("id", 0))],
  ["the use of an approved sign-in", commandLine((store) => store.markUsed("id", 0))],
  ["the end of a sign-in", commandLine((store) => store.expire("id", 0))],
  ["the targets of a type of events", messages((store) => store.receivers("project", "user.created")), "whole project"],
  [
    "webhook messages with failed deliveries to a target",
    messages((store) => store.list("project", { state: "failed", targetId: "target", limit: 20 })),
    "whole project, ordered"
  ],
  ["a webhook message", messages((store) => store.find("project", "message"))],
  [
    "a webhook message that is sent again",
    messages((store) => store.sendAgain("project", "message", { targetId: null, unlessAttemptedAfter: 0, now: 0 }))
  ],
  ["expired rows", ExpiredRowsStore.ExpiredRowsStore.use(({ prune }) => prune(0))]
]

const bySignUp = "users_by_traits_and_sign_up (project_id=? AND traits=?"
const byActivity = "users_by_traits_and_activity (project_id=? AND traits=?"

// The plans are SQLite's.
describe.skipIf(isOverNetwork)("a query plan", () => {
  it.effect.each(cases)("uses an index for %s", ([, run, order]) =>
    Effect.gen(function* () {
      const steps = yield* plansOf(run)
      assert.isTrue(
        steps.some((step) => /^SEARCH \w+ USING (?:COVERING )?INDEX /.test(step)),
        steps.join("\n")
      )
      assert.deepStrictEqual(scansOf(steps), [])
      if (!order?.startsWith("whole project")) assert.deepStrictEqual(steps.filter(isProjectScan), [])
      if (order?.endsWith("ordered"))
        assert.notInclude(steps.join("\n"), "USE TEMP B-TREE FOR ORDER BY", "the index has the order")
    })
  )

  it.effect("of a list of members reads no metadata", () =>
    Effect.gen(function* () {
      const list = ProfileStore.ProfileStore.use((profiles) =>
        profiles.listMembers("project", { teamId: "team", userId: "user" })
      )
      for (const [text] of yield* recordStatements(list)) assert.notMatch(text, /metadata|users\.\*/)
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect.each(["x@a.example", "x"])("uses the index of the search for the text %s", (text) =>
    Effect.gen(function* () {
      const run = users((store) => store.page("project", { ...page, text }))
      const steps = yield* plansOf(run, insertUsers)
      assert.include(
        steps.map((step) => step.replace(/ \d+:.*/, "")),
        `SCAN ${text === "x" ? "term" : "user_search_index"} VIRTUAL TABLE INDEX`
      )
      assert.include(steps.join("\n"), "SEARCH entry USING INTEGER PRIMARY KEY (rowid=?)")
      assert.deepStrictEqual(scansOf(steps), [])
    })
  )

  it.effect.each([
    [{ filter: { signInMethod: "passkey", primaryEmailVerified: false } }, bySignUp],
    [{ orderBy: "last_active_at", filter: { signInMethod: "passkey" } }, byActivity],
    [{ orderBy: "last_active_at" }, byActivity],
    [{ orderBy: "last_active_at", filter: { activeSince: 1 } }, `${byActivity} AND last_active_at>?`],
    [{ filter: { activeSince: 1, activeUntil: 2 } }, `${byActivity} AND last_active_at>? AND last_active_at<?`]
  ] as const)("reads only the kinds of users that a page selects: %o", ([selection, index]) =>
    Effect.gen(function* () {
      const run = users((store) => store.page("project", { ...page, from: position, ...selection }))
      const steps = yield* plansOf(run, insertUsers)
      assert.include(steps.join("\n"), `SEARCH own USING COVERING INDEX ${index}`)
      assert.match(
        steps.join("\n"),
        /SEARCH users USING COVERING INDEX users_by_traits_and_\w+ \(project_id=\? AND traits>\?\)/
      )
      assert.deepStrictEqual(scansOf(steps), [])
      assert.deepStrictEqual(steps.filter(isProjectScan), [])
    })
  )

  it.effect("uses the index of the activity for all users in its order, anonymous ones included", () =>
    Effect.gen(function* () {
      const selection = { ...page, anonymous: "all", orderBy: "last_active_at", from: position } as const
      const steps = yield* plansOf(
        users((store) => store.page("project", selection)),
        insertUsers
      )
      assert.include(steps, "SEARCH users USING INDEX users_by_activity (project_id=? AND last_active_at>?)")
      assert.deepStrictEqual(scansOf(steps), [])
    })
  )

  it.effect("uses the index of the search for teams", () =>
    Effect.gen(function* () {
      const run = TeamStore.TeamStore.use((store) => store.page("project", { ...teamPage, text: "x@a.example" }))
      const steps = yield* plansOf(run, insertUsers)
      assert.include(steps.join("\n"), "SCAN team_search_index VIRTUAL TABLE INDEX")
      assert.deepStrictEqual(scansOf(steps), [])
    })
  )

  it.effect("without an index is found by this test", () =>
    Effect.gen(function* () {
      const search = SqlClient.SqlClient.use((sql) => sql`SELECT * FROM teams WHERE display_name = ${"x"}`)
      const steps = yield* plansOf(search)
      assert.deepStrictEqual(scansOf(steps), ["SCAN teams"])
    })
  )
})
