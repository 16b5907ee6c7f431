/**
 * Kills a service without warning while sessions use it, starts it again, and looks whether it expected what it has promised:
 * all that was answered with success is there, and whatever was not is there as a whole or not at all.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { writeFileSync } from "node:fs"
import { dev } from "../cli/keystile-process.ts"
import { keys, PROJECT_ID } from "../service/fixture.ts"
import { asServer, makeRawClient, type RawClient, type Session } from "../service/raw-client.ts"
import { webhookReceiver, SECRET } from "../service/webhook-receiver.ts"

/** What the database goes through together with the service. */
export interface Storage {
  /** What `--db` says. */
  readonly database: string
  /** Dies with the service. */
  readonly kill: Effect.Effect<void>
  readonly restart: Effect.Effect<void>
  /** Whether all of the database is readable and every reference leads somewhere. */
  readonly check: Effect.Effect<void>
}

interface Expected {
  /** Sessions by e-mail: sign-ups that were answered. */
  readonly sessions: Map<string, Session>
  /** E-mails by id: users whom a server made, and was answered. */
  readonly imported: Map<string, string>
  /** Creators by id: teams whose making was answered. */
  readonly teams: Map<string, string>
  /** Names by user: the last change that was answered, and the one that was on its way. */
  readonly names: Map<string, { readonly answered: string | null; readonly asked: string }>
  /** Webhooks of changes that were answered: `user.created <id>`. */
  readonly webhooks: Set<string>
}

/** How long the last webhooks may take, in seconds: what a dead process had claimed is free after twenty. */
const WEBHOOK_DEADLINE_SECONDS = 60

const password = "correct horse"
const readId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
const readSession = Schema.decodeUnknownEffect(
  Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String, user_id: Schema.String })
)
const Channel = Schema.Struct({ is_primary: Schema.Boolean })
const readChannels = Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(Channel) }))
const readUser = Schema.decodeUnknownEffect(
  Schema.Struct({
    id: Schema.String,
    primary_email: Schema.NullOr(Schema.String),
    has_password: Schema.Boolean,
    display_name: Schema.NullOr(Schema.String)
  })
)
const readUsers = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(
      Schema.Struct({ id: Schema.String, primary_email: Schema.NullOr(Schema.String), has_password: Schema.Boolean })
    )
  })
)
const readTeams = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String, display_name: Schema.String })) })
)

/** A team of somebody, with its member and their permission. */
const makeTeam = Effect.fnUntraced(function* (client: RawClient, creator: string, expected: Expected) {
  const team = { display_name: `team of ${creator}`, creator_user_id: creator }
  const created = yield* client.send("POST", "/api/v1/teams", team, asServer)
  if (created.status === 201) {
    const { id } = yield* Effect.orDie(readId(created.json))
    expected.teams.set(id, creator)
    expected.webhooks.add(`team.created ${id}`)
  }
  return created.status
})

/** One client after another signs up, takes a name, makes a team and renews the session, until nobody answers. */
const signUps = Effect.fnUntraced(function* (url: string, worker: string, expected: Expected) {
  const client = makeRawClient(url)
  for (let turn = 0; ; turn++) {
    const email = `${worker}-${turn}@example.com`
    const signedUp = yield* client.trySignUp(email, password)
    if (signedUp.status === 0) return
    if (signedUp.status !== 200) continue
    const session = yield* Effect.orDie(readSession(signedUp.json))
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
    yield* makeTeam(client, session.user_id, expected)
    yield* client.refresh(session.refresh_token)
  }
})

/** A server makes users and teams, as fast as it goes: no password has to be hashed for them. */
const importUsers = Effect.fnUntraced(function* (url: string, worker: string, expected: Expected) {
  const client = makeRawClient(url)
  for (let turn = 0; ; turn++) {
    const email = `imported-${worker}-${turn}@example.com`
    const user = { primary_email: email, primary_email_auth_enabled: true }
    const created = yield* client.send("POST", "/api/v1/users", user, asServer)
    if (created.status === 0) return
    if (created.status !== 201) continue
    const { id } = yield* Effect.orDie(readId(created.json))
    expected.imported.set(id, email)
    expected.webhooks.add(`user.created ${id}`)
    yield* makeTeam(client, id, expected)
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

  // Whatever else is there is whole: users have their address and password, teams have their creator.
  const users = yield* Effect.orDie(readUsers((yield* get("/api/v1/users")).json))
  for (const { id, has_password, primary_email } of users.items) {
    assert.isNotNull(primary_email)
    if (!primary_email?.startsWith("imported-")) assert.isTrue(has_password, `${primary_email} has a password`)
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

/** Kills the service so many times at moments chosen by chance, and looks after each. Gives what was there at the end. */
export const crash = Effect.fnUntraced(function* (storage: Storage, folder: string, times: number) {
  const seed = `${folder}/seed.json`
  const target = yield* webhookReceiver
  const project = {
    id: PROJECT_ID,
    displayName: "Test",
    keys,
    limits: "off",
    webhooks: [{ url: target.url, secret: SECRET }]
  }
  writeFileSync(seed, JSON.stringify({ projects: [project] }))
  const startService = dev("--db", storage.database, "--seed", seed)
  const expected: Expected = {
    sessions: new Map(),
    imported: new Map(),
    teams: new Map(),
    names: new Map(),
    webhooks: new Set()
  }
  let seen = { users: 0, teams: 0 }
  for (let round = 0; round < times; round++) {
    const { ended, process, url } = yield* startService
    const startedAt = yield* Clock.currentTimeMillis
    const killed = Effect.gen(function* () {
      const before = expected.imported.size + expected.teams.size
      while (expected.imported.size + expected.teams.size < before + 2) yield* Effect.sleep(20)
      yield* Effect.sleep(Math.random() * 1000)
      // Sometimes the service lives a little longer than its database.
      const isDatabaseKilledFirst = Math.random() < 0.5
      if (isDatabaseKilledFirst) yield* Effect.andThen(storage.kill, Effect.sleep(Math.random() * 200))
      process.kill("SIGKILL")
      if (!isDatabaseKilledFirst) yield* storage.kill
      yield* ended
    })
    const workers = [signUps, signUps, importUsers, importUsers].map((work, index) =>
      work(url, `r${round}w${index}t${startedAt}`, expected)
    )
    yield* Effect.all([killed, ...workers], { concurrency: "unbounded" })
    yield* storage.restart
    yield* storage.check

    const again = yield* startService
    seen = yield* verifyExpected(again.url, expected)
    if (round === times - 1)
      assert.deepStrictEqual(
        yield* target.until([...expected.webhooks], WEBHOOK_DEADLINE_SECONDS),
        [],
        "webhooks that never came"
      )
    again.process.kill("SIGKILL")
    yield* again.ended
    // What was seen once is looked at again only now and then, or later rounds would spend their time on it.
    if (round % 10 !== 9)
      for (const map of [expected.sessions, expected.imported, expected.teams, expected.names]) map.clear()
  }
  return { ...seen, webhooks: expected.webhooks.size }
}, Effect.scoped)
