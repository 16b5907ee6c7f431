/**
 * Crash test: kills a process with the service under load (`kill -9`), restarts it, and verifies durability and
 * atomicity. Everything that was acknowledged is present; everything else is present as a whole or absent.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, Schedule, Schema, type Scope } from "effect"
import { decodeJwt } from "jose"
import { randomBytes, randomInt, randomUUID } from "node:crypto"
import type { Started } from "../cli/child-process.ts"
import { freePort } from "../free-port.mjs"
import { seedDatabase } from "../cli/serve-cluster.ts"
import { serve } from "../cli/serve-process.ts"
import { startEffectExample } from "../examples/effect-one-deployment.ts"
import { MOUNT_PATH } from "../examples/installation.ts"
import { keys, PROJECT_ID, asServer } from "../service/fixture.ts"
import { challengeOf } from "../service/resources/oauth/browser.ts"
import { makeRawClient, type RawClient } from "../service/raw-client.ts"
import type { Session } from "../service/answers.ts"
import { webhookReceiver, SECRET } from "../service/webhook-receiver.ts"
import { type Awaited, changeEverything } from "./changes.ts"
import { type Facts, verifyFacts } from "./facts.ts"
import { refusingMailServer } from "./refusing-mail-server.ts"

/** The database that crashes and restarts with the service. */
export interface Storage {
  /** The value of `--db`. */
  readonly database: string
  /** Kills the database. */
  readonly kill: Effect.Effect<void>
  readonly restart: Effect.Effect<void>
  /** Verifies that the database is readable and that every foreign key is valid. */
  readonly check: Effect.Effect<void>
}

/** A program with the service. */
export interface Program {
  readonly name: string
  /** Empty without a mount path. */
  readonly mountPath: string
  /** The number of crashes in a run of all tests. */
  readonly crashes: number
  readonly start: (
    environment: Readonly<Record<string, string>>,
    port: number
  ) => Effect.Effect<Pick<Started, "ended" | "process">, never, Scope.Scope>
}

export const programs: ReadonlyArray<Program> = [
  {
    name: "keystile serve",
    mountPath: "",
    crashes: 3,
    start: (environment, port) => serve({ ...environment, KEYSTILE_PORT: String(port) })
  },
  {
    name: "a program that mounts the service",
    mountPath: MOUNT_PATH,
    crashes: 1,
    start: (environment, port) =>
      startEffectExample({
        ...environment,
        PORT: String(port),
        NEXT_PUBLIC_STACK_API_URL: environment["KEYSTILE_PUBLIC_URL"] ?? "",
        NEXT_PUBLIC_STACK_PROJECT_ID: PROJECT_ID,
        NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
        STACK_SECRET_SERVER_KEY: keys.secretServerKey
      })
  }
]

interface Expected {
  /** Sessions by email, of acknowledged sign-ups. */
  readonly sessions: Map<string, Session>
  /** Emails by user id, of acknowledged requests of the server tier. */
  readonly imported: Map<string, string>
  /** Users who were granted `staff` by acknowledged requests, with whether they may have it. */
  readonly staff: Map<string, ReadonlyArray<boolean>>
  /** Creators by team id, of acknowledged requests. */
  readonly teams: Map<string, string>
  /** Display names by user id: the last acknowledged one and the last one that was sent. */
  readonly names: Map<string, { readonly answered: string | null; readonly asked: string }>
  /** Sessions of anonymous users by user id, of acknowledged sign-ups. */
  readonly anonymous: Map<string, Session>
  /** Refresh tokens of acknowledged sign-ins on a command line, by user id. */
  readonly commandLines: Map<string, string>
  /** Refresh tokens of sessions that were handed to another domain, with the statuses that a refresh may have. */
  readonly handed: Map<string, ReadonlyArray<number>>
  /** Members by acknowledged requests, `<team>/<user>`, who accepted an invitation. */
  readonly members: Set<string>
  /** Users who were restricted or whose restriction was lifted, with what `restricted_by_admin` may be. */
  readonly restricted: Map<string, ReadonlyArray<boolean>>
  /**
   * API keys of acknowledged requests, by their kind and value, with what a check may answer: one of these codes, or
   * none for a valid key.
   */
  readonly apiKeys: Map<string, ReadonlyArray<string | undefined>>
  /** Connected accounts of acknowledged requests, `<user>/<id>`, with the statuses that reading one may have. */
  readonly accounts: Map<string, ReadonlyArray<number>>
  /** Webhooks of acknowledged changes: `user.created <id>`. */
  readonly webhooks: Set<string>
  /** Everything else that the service reports. */
  readonly facts: Facts
}

/**
 * The longest time of the last webhooks, in seconds. Deliveries claimed by a killed process are released after 20 s,
 * mails after less than a minute.
 */
const WEBHOOK_DEADLINE_SECONDS = 60

/** A round ends after at most this number of acknowledged changes, however fast the machine is. */
const MAX_ACKNOWLEDGED = 60

const password = "correct horse"
const secrets = "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"
const readId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
const readSession = Schema.decodeUnknownEffect(
  Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String, user_id: Schema.String })
)
const readStarted = Schema.decodeUnknownEffect(
  Schema.Struct({ polling_code: Schema.String, login_code: Schema.String })
)
const readTokens = Schema.decodeUnknownEffect(
  Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String })
)
const readRefreshToken = Schema.decodeUnknownEffect(Schema.Struct({ refresh_token: Schema.String }))
const readApiKey = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String, value: Schema.String }))
const readCode = Schema.decodeUnknownEffect(Schema.Struct({ code: Schema.optionalKey(Schema.String) }))
const Channel = Schema.Struct({ is_primary: Schema.Boolean })
const readChannels = Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(Channel) }))
const readUser = Schema.decodeUnknownEffect(
  Schema.Struct({
    id: Schema.String,
    primary_email: Schema.NullOr(Schema.String),
    has_password: Schema.Boolean,
    display_name: Schema.NullOr(Schema.String),
    is_anonymous: Schema.Boolean,
    restricted_by_admin: Schema.Boolean
  })
)
const readUsers = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(
      Schema.Struct({ id: Schema.String, primary_email: Schema.NullOr(Schema.String), has_password: Schema.Boolean })
    )
  })
)
const readHolders = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ user_id: Schema.String })) })
)
const readTeams = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String, display_name: Schema.String })) })
)

/** Creates a team with its creator as a member. */
const makeTeam = Effect.fnUntraced(function* (client: RawClient, creator: string, expected: Expected) {
  const team = { display_name: `team of ${creator}`, creator_user_id: creator }
  const created = yield* client.send("POST", "/api/v1/teams", team, asServer)
  if (created.status === 201) {
    const { id } = yield* Effect.orDie(readId(created.json))
    expected.teams.set(id, creator)
    expected.webhooks.add(`team.created ${id}`)
    return id
  }
  return null
})

const REVOKED = "API_KEY_REVOKED"

/** Creates an API key of a user or a team and revokes it, or leaves it valid. */
const makeApiKey = Effect.fnUntraced(function* (
  client: RawClient,
  owner: { readonly user_id: string } | { readonly team_id: string },
  revokes: boolean,
  expected: Expected
) {
  const path = "team_id" in owner ? "team-api-keys" : "user-api-keys"
  const wanted = { ...owner, description: "CI", expires_at_millis: null }
  const created = yield* client.send("POST", `/api/v1/${path}`, wanted, asServer)
  if (created.status !== 200) return
  const { id, value } = yield* Effect.orDie(readApiKey(created.json))
  const key = `${path} ${value}`
  expected.apiKeys.set(key, revokes ? [undefined, REVOKED] : [undefined])
  if (!revokes) return
  const query = new URLSearchParams(owner)
  const revoked = yield* client.send("PATCH", `/api/v1/${path}/${id}?${query}`, { revoked: true }, asServer)
  if (revoked.status === 200) expected.apiKeys.set(key, [REVOKED])
})

/** Creates a team with an API key, which is revoked or left valid. */
const makeTeamWithKey = Effect.fnUntraced(function* (
  client: RawClient,
  creator: string,
  revokes: boolean,
  expected: Expected
) {
  const team = yield* makeTeam(client, creator, expected)
  if (team !== null) yield* makeApiKey(client, { team_id: team }, revokes, expected)
  return team
})

/**
 * Creates a user, restricts it, and lifts the restriction, or leaves it. The user has no API key, which would be
 * refused under the restriction.
 */
const restrictUser = Effect.fnUntraced(function* (
  client: RawClient,
  email: string,
  lifts: boolean,
  expected: Expected
) {
  const created = yield* client.send("POST", "/api/v1/users", { primary_email: email }, asServer)
  if (created.status !== 201) return
  const { id: userId } = yield* Effect.orDie(readId(created.json))
  expected.imported.set(userId, email)
  const change = Effect.fnUntraced(function* (restricted_by_admin: boolean) {
    const before = expected.restricted.get(userId) ?? [false]
    expected.restricted.set(userId, [...before, restricted_by_admin])
    const { status } = yield* client.send("PATCH", `/api/v1/users/${userId}`, { restricted_by_admin }, asServer)
    if (status === 200) expected.restricted.set(userId, [restricted_by_admin])
    return status === 200
  })
  if ((yield* change(true)) && lifts) yield* change(false)
})

/** Signs in on a command line, by the approval of a session. */
const signInOnCommandLine = Effect.fnUntraced(function* (client: RawClient, session: Session, expected: Expected) {
  const post = (path: string, json: object) => client.send("POST", `/api/v1/auth/cli${path}`, json, asServer)
  const started = yield* post("", {})
  if (started.status !== 200) return
  const { login_code, polling_code } = yield* Effect.orDie(readStarted(started.json))
  const approved = yield* post("/complete", { login_code, refresh_token: session.refresh_token })
  if (approved.status !== 200) return
  const polled = yield* post("/poll", { polling_code })
  if (polled.status !== 201) return
  expected.commandLines.set(session.user_id, (yield* Effect.orDie(readRefreshToken(polled.json))).refresh_token)
})

const redirect_uri = "http://localhost:3000/handler/oauth-callback"
const readRedirect = Schema.decodeUnknownEffect(Schema.Struct({ redirect_url: Schema.String }))

/** Hands a session to another domain, whose session is revoked, or left. */
const handOver = Effect.fnUntraced(function* (
  client: RawClient,
  session: Session,
  revokes: boolean,
  expected: Expected
) {
  const code_verifier = randomBytes(32).toString("hex")
  const code_challenge = challengeOf(code_verifier)
  const asUser = { ...asServer, "x-stack-access-token": session.access_token }
  const authorized = yield* client.send(
    "POST",
    "/api/v1/auth/oauth/cross-domain/authorize",
    { redirect_uri, state: "state", code_challenge },
    { ...asUser, "x-stack-refresh-token": session.refresh_token }
  )
  if (authorized.status !== 200) return
  const { redirect_url } = yield* Effect.orDie(readRedirect(authorized.json))
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: PROJECT_ID,
    client_secret: keys.publishableClientKey,
    code: new URL(redirect_url).searchParams.get("code") ?? "",
    code_verifier,
    redirect_uri
  })
  const exchanged = yield* client.send("POST", "/api/v1/auth/oauth/token", form, {})
  if (exchanged.status !== 200) return
  const handed = yield* Effect.orDie(readTokens(exchanged.json))
  expected.handed.set(handed.refresh_token, revokes ? [200, 401] : [200])
  if (!revokes) return
  const id = String(decodeJwt(handed.access_token)["refresh_token_id"])
  const revoked = yield* client.send("DELETE", `/api/v1/auth/sessions/${id}`, undefined, asUser)
  if (revoked.status === 200) expected.handed.set(handed.refresh_token, [401])
})

/** Grants a project permission and revokes it, or leaves it. */
const grantStaff = Effect.fnUntraced(function* (client: RawClient, id: string, revokes: boolean, expected: Expected) {
  const path = `/api/v1/project-permissions/${id}/staff`
  const granted = yield* client.send("POST", path, {}, asServer)
  if (granted.status !== 201) return
  expected.staff.set(id, revokes ? [true, false] : [true])
  if (!revokes) return
  const revoked = yield* client.send("DELETE", path, undefined, asServer)
  if (revoked.status === 200) expected.staff.set(id, [false])
})

/** Invites a user to a team and accepts the invitation without its mail. */
const acceptInvitation = Effect.fnUntraced(function* (
  client: RawClient,
  team_id: string,
  user: { readonly id: string; readonly email: string },
  expected: Expected
) {
  const wanted = { team_id, email: user.email, callback_url: redirect_uri }
  const sent = yield* client.send("POST", "/api/v1/team-invitations/send-code", wanted, asServer)
  if (sent.status !== 200) return
  const { id } = yield* Effect.orDie(readId(sent.json))
  const path = `/api/v1/team-invitations/${id}/accept?user_id=${user.id}`
  const accepted = yield* client.send("POST", path, undefined, asServer)
  if (accepted.status === 200) expected.members.add(`${team_id}/${user.id}`)
})

/** Signs up an anonymous user. */
const signUpAnonymously = Effect.fnUntraced(function* (client: RawClient, expected: Expected) {
  const signedUp = yield* client.send("POST", "/api/v1/auth/anonymous/sign-up", {}, asServer)
  if (signedUp.status !== 200) return
  const session = yield* readSession(signedUp.json)
  expected.anonymous.set(session.user_id, session)
  expected.webhooks.add(`user.created ${session.user_id}`)
})

/** Connects an account at a provider and disconnects it, or leaves it. */
const connectAccount = Effect.fnUntraced(function* (
  client: RawClient,
  userId: string,
  disconnects: boolean,
  expected: Expected
) {
  const account = { provider_config_id: "github", account_id: userId, allow_sign_in: true }
  const wanted = { ...account, user_id: userId, allow_connected_accounts: true }
  const created = yield* client.send("POST", "/api/v1/oauth-providers", wanted, asServer)
  if (created.status !== 201) return
  const path = `${userId}/${(yield* Effect.orDie(readId(created.json))).id}`
  expected.accounts.set(path, disconnects ? [200, 404] : [200])
  if (!disconnects) return
  const removed = yield* client.send("DELETE", `/api/v1/oauth-providers/${path}`, undefined, asServer)
  if (removed.status === 200) expected.accounts.set(path, [404])
})

/** A client with an address of its own, so that the limits of sign-ups by address do not apply. */
const newClient = (url: string) =>
  makeRawClient(url, { "x-forwarded-for": [10, 0, 0, 0].map((byte) => byte || randomInt(1, 255)).join(".") })

/** Signs up users one after another, each with a display name, a team and a refreshed session, until requests fail. */
const signUps = Effect.fnUntraced(function* (url: string, worker: string, expected: Expected) {
  for (let turn = 0; ; turn++) {
    const client = newClient(url)
    const email = `${worker}-${turn}@example.com`
    const signedUp = yield* client.trySignUp(email, password)
    if (signedUp.status === 0) return
    if (signedUp.status !== 200) continue
    const session = yield* readSession(signedUp.json)
    expected.sessions.set(email, session)
    expected.webhooks.add(`user.created ${session.user_id}`)
    const asUser = { ...asServer, "x-stack-access-token": session.access_token }

    const name = `name ${worker} ${turn}`
    expected.names.set(session.user_id, { answered: null, asked: name })
    const named = yield* client.send("PATCH", "/api/v1/users/me", { display_name: name }, asUser)
    if (named.status === 200) {
      expected.names.set(session.user_id, { answered: name, asked: name })
      expected.webhooks.add(`user.updated ${session.user_id}`)
    }
    yield* Effect.all(
      [
        makeTeam(client, session.user_id, expected),
        client.refresh(session.refresh_token),
        signInOnCommandLine(client, session, expected),
        handOver(client, session, turn % 2 === 1, expected)
      ],
      { concurrency: "unbounded" }
    )
  }
})

/** Creates users and teams in the server tier, which is fast since no password is hashed, until requests fail. */
const importUsers = Effect.fnUntraced(function* (url: string, worker: string, expected: Expected) {
  const client = makeRawClient(url)
  const teams: Array<string> = []
  for (let turn = 0; ; turn++) {
    const email = `imported-${worker}-${turn}@example.com`
    const user = { primary_email: email, primary_email_auth_enabled: true, primary_email_verified: true }
    const created = yield* client.send("POST", "/api/v1/users", user, asServer)
    if (created.status === 0) return
    if (created.status !== 201) continue
    const { id } = yield* Effect.orDie(readId(created.json))
    expected.imported.set(id, email)
    expected.webhooks.add(`user.created ${id}`)
    const isEven = turn % 2 === 0
    const invitingTeam = teams.at(-1)
    // Concurrently, so that a crash interrupts any of them.
    const [team] = yield* Effect.all(
      [
        makeTeamWithKey(client, id, !isEven, expected),
        invitingTeam === undefined ? Effect.void : acceptInvitation(client, invitingTeam, { id, email }, expected),
        grantStaff(client, id, isEven, expected),
        makeApiKey(client, { user_id: id }, isEven, expected),
        connectAccount(client, id, !isEven, expected),
        restrictUser(client, `restricted-${email}`, isEven, expected),
        signUpAnonymously(client, expected)
      ],
      { concurrency: "unbounded" }
    )
    if (team !== null) teams.push(team)
  }
})

const verifyExpected = Effect.fnUntraced(function* (url: string, expected: Expected) {
  const client = makeRawClient(url)
  const get = (path: string) => client.send("GET", path, undefined, asServer)

  for (const [email, session] of expected.sessions) {
    assert.strictEqual((yield* client.refresh(session.refresh_token)).status, 200, `the session of ${email}`)
    const user = yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${session.user_id}`)).json))
    assert.strictEqual(user.primary_email, email)
    const { answered, asked } = expected.names.get(session.user_id) ?? { answered: null, asked: null }
    assert.include([answered, ...(answered === null ? [asked] : [])], user.display_name, `the name of ${email}`)
  }
  for (const [id, email] of expected.imported) {
    const user = yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${id}`)).json))
    assert.strictEqual(user.primary_email, email)
  }
  for (const [id, creator] of expected.teams) {
    assert.strictEqual((yield* get(`/api/v1/teams/${id}`)).status, 200, "a team")
    const permissions = yield* get(`/api/v1/team-permissions?team_id=${id}&user_id=${creator}&permission_id=admin`)
    assert.include(JSON.stringify(permissions.json), "admin", "the permission of a team's creator")
  }

  for (const [id, session] of expected.anonymous) {
    assert.strictEqual((yield* client.refresh(session.refresh_token)).status, 200, "the session of an anonymous user")
    assert.isTrue((yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${id}`)).json))).is_anonymous)
  }
  for (const refreshToken of expected.commandLines.values()) {
    assert.strictEqual((yield* client.refresh(refreshToken)).status, 200, "the session of a command line")
  }
  for (const [refreshToken, statuses] of expected.handed) {
    assert.include(statuses, (yield* client.refresh(refreshToken)).status, "the session of another domain")
  }
  for (const member of expected.members) {
    assert.strictEqual((yield* get(`/api/v1/team-member-profiles/${member}`)).status, 200, "an invited member")
  }
  for (const [id, states] of expected.restricted) {
    const user = yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${id}`)).json))
    assert.include(states, user.restricted_by_admin, "the restriction of a user")
  }

  for (const [key, answers] of expected.apiKeys) {
    const [path = "", api_key = ""] = key.split(" ")
    const checked = yield* client.send("POST", `/api/v1/${path}/check`, { api_key }, asServer)
    const { code } = yield* Effect.orDie(readCode(checked.json))
    assert.include(answers, code, "the check of an API key")
  }

  for (const [path, statuses] of expected.accounts) {
    assert.include(statuses, (yield* get(`/api/v1/oauth-providers/${path}`)).status, "a connected account")
  }

  const holders = Effect.fnUntraced(function* (permissionId: string) {
    const { json } = yield* get(`/api/v1/project-permissions?permission_id=${permissionId}`)
    return (yield* Effect.orDie(readHolders(json))).items.map(({ user_id }) => user_id)
  })
  yield* verifyFacts(expected.facts)

  const staff = new Set(yield* holders("staff"))
  for (const [id, states] of expected.staff) assert.include(states, staff.has(id), "a project permission")

  // Everything else is complete: users have an address, a password and the default permission, teams have a creator.
  const withDefault = new Set(yield* holders("beta"))
  const users = yield* Effect.orDie(readUsers((yield* get("/api/v1/users")).json))
  for (const { id, has_password, primary_email } of users.items) {
    assert.isNotNull(primary_email)
    assert.isTrue(withDefault.has(id), `${primary_email} has the default permission`)
    if (!primary_email?.includes("imported-")) assert.isTrue(has_password, `${primary_email} has a password`)
    const channels = yield* Effect.orDie(readChannels((yield* get(`/api/v1/contact-channels?user_id=${id}`)).json))
    assert.lengthOf(
      channels.items.filter(({ is_primary }) => is_primary),
      1
    )
  }
  const teams = yield* Effect.orDie(readTeams((yield* get("/api/v1/teams")).json))
  for (const { id, display_name } of teams.items) {
    const members = yield* get(`/api/v1/team-member-profiles?team_id=${id}`)
    assert.match(JSON.stringify(members.json), /"user_id"/, `${display_name} has its creator`)
  }
  return { users: users.items.length, teams: teams.items.length }
})

/**
 * Kills the program this number of times at random moments and verifies the data after each restart. Returns the final
 * counts.
 */
export const crash = Effect.fnUntraced(function* (program: Program, storage: Storage, times: number) {
  const target = yield* webhookReceiver
  const mailServer = yield* refusingMailServer
  const project = {
    id: PROJECT_ID,
    displayName: "Test",
    keys,
    config: {
      allowUserApiKeys: true,
      allowTeamApiKeys: true,
      magicLinkEnabled: true,
      passkeyEnabled: true,
      emailConfig: {
        type: "standard" as const,
        ...mailServer.settings,
        senderName: "Test",
        senderEmail: "mail@example.com"
      },
      oauthProviders: [{ type: "standard" as const, id: "github" as const, clientId: "client", clientSecret: "secret" }]
    },
    projectPermissions: { definitions: [{ id: "beta" }, { id: "staff" }], userDefaults: ["beta"] },
    webhooks: [{ url: target.url, secret: SECRET }]
  }
  const deletedProjects = Array.from({ length: times }, (_, round) => ({
    id: randomUUID(),
    displayName: "Deleted",
    keys: { superSecretAdminKey: `sak_of_deleted_${round}` },
    users: [{ email: "a@example.com" }]
  }))
  yield* seedDatabase({ database: storage.database, seed: { projects: [project, ...deletedProjects] } })
  const port = yield* Effect.promise(() => freePort())
  const url = `http://127.0.0.1:${port}${program.mountPath}`
  const environment = {
    KEYSTILE_PUBLIC_URL: url,
    KEYSTILE_DB: storage.database,
    KEYSTILE_SECRETS: secrets,
    KEYSTILE_MAIL: "log",
    KEYSTILE_REQUEST_LOG: "false",
    KEYSTILE_TRUSTED_PROXIES: "1",
    KEYSTILE_PRIVATE_SMTP: "true",
    KEYSTILE_PRIVATE_WEBHOOKS: "true"
  }
  const start = program.start(environment, port)
  const expected: Expected = {
    sessions: new Map(),
    imported: new Map(),
    staff: new Map(),
    anonymous: new Map(),
    commandLines: new Map(),
    handed: new Map(),
    members: new Set(),
    restricted: new Map(),
    teams: new Map(),
    names: new Map(),
    apiKeys: new Map(),
    accounts: new Map(),
    webhooks: new Set(),
    facts: new Map()
  }
  const awaited: Awaited = { mails: new Set(), webhooks: new Map() }
  let seen = { users: 0, teams: 0 }
  for (let round = 0; round < times; round++) {
    const { ended, process } = yield* start
    const startedAt = yield* Clock.currentTimeMillis
    const turns = { acknowledged: 0 }
    const killed = Effect.gen(function* () {
      const acknowledged = () => Object.values(expected).reduce((sum, { size }) => sum + size, 0)
      while (turns.acknowledged === 0) yield* Effect.sleep(10)
      const enough = acknowledged() + randomInt(5, MAX_ACKNOWLEDGED)
      const teams = expected.teams.size
      while (acknowledged() < enough || expected.teams.size === teams) yield* Effect.sleep(10)
      // In half of the rounds the database is killed first.
      const isDatabaseKilledFirst = Math.random() < 0.5
      if (isDatabaseKilledFirst) yield* Effect.andThen(storage.kill, Effect.sleep(Math.random() * 200))
      process.kill("SIGKILL")
      if (!isDatabaseKilledFirst) yield* storage.kill
      yield* ended
    })
    const workers = [signUps, signUps, importUsers, importUsers].map((work, index) =>
      work(url, `r${round}w${index}t${startedAt}`, expected)
    )
    const everything = changeEverything({
      url,
      worker: `r${round}t${startedAt}`,
      facts: expected.facts,
      awaited,
      receiver: target,
      deletedProject: deletedProjects[round] ?? assert.fail("There is no project to delete"),
      onTurn: () => void turns.acknowledged++
    })
    yield* Effect.all([killed, everything, ...workers], { concurrency: "unbounded" })
    yield* storage.restart
    yield* storage.check

    const again = yield* start
    seen = yield* verifyExpected(url, expected)
    if (round === times - 1) {
      assert.deepStrictEqual(
        yield* target.until([...expected.webhooks], WEBHOOK_DEADLINE_SECONDS),
        [],
        "webhooks that were not delivered"
      )
      const missing = () => ({
        webhooks: [...awaited.webhooks].filter(([name, times]) => (target.received.get(name) ?? 0) < times),
        mails: [...awaited.mails].filter((email) => !mailServer.recipients().has(email))
      })
      const isMissing = Effect.sync(() => Object.values(missing()).some(({ length }) => length > 0))
      yield* Effect.repeat(isMissing, { while: (is) => is, schedule: Schedule.spaced("50 millis") }).pipe(
        Effect.timeoutOption("90 seconds")
      )
      assert.deepStrictEqual(missing(), { webhooks: [], mails: [] }, "what was sent again and not received")
    }
    again.process.kill("SIGKILL")
    yield* again.ended
    // Forgets what was verified in most rounds, so that later rounds do not verify it again.
    if (round % 10 !== 9)
      for (const verified of Object.values(expected)) if (verified !== expected.webhooks) verified.clear()
  }
  return { ...seen, webhooks: expected.webhooks.size, sentAgain: awaited.webhooks.size + awaited.mails.size }
}, Effect.scoped)
