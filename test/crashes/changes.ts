/** Changes of passkeys, permissions, settings and more, whose durability and atomicity the crash test verifies. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makeAuthenticator } from "../service/authenticator.ts"
import { keys, PROJECT_ID, asServer } from "../service/fixture.ts"
import { type RawClientResponse, makeRawClient } from "../service/raw-client.ts"
import { requireAcknowledged, type Facts, recordFact } from "./facts.ts"

/** The messages received at the end, beside the state that the service reports. */
export interface ResentMessages {
  /** Addresses to which a refused mail was sent again. */
  readonly mails: Set<string>
  /** The number of times a webhook that was sent again is received, by its name. */
  readonly webhooks: Map<string, number>
}

export interface ChangesContext {
  readonly url: string
  /** Part of every name, so that no two workers use the same. Lower case letters and digits. */
  readonly worker: string
  readonly facts: Facts
  readonly awaited: ResentMessages
  /** The receiver of webhooks, with how often it received each. */
  readonly receiver: { readonly url: string; readonly received: ReadonlyMap<string, number> }
  /** A project that is deleted in this round. */
  readonly deletedProject: { readonly id: string; readonly keys: { readonly superSecretAdminKey: string } }
  /** Called when each kind of data was changed and acknowledged. */
  readonly onTurn: () => void
}

type Headers = Readonly<Record<string, string>>

const adminOf = ({ id, keys }: ChangesContext["deletedProject"]) => ({
  "x-stack-access-type": "admin",
  "x-stack-project-id": id,
  "x-stack-super-secret-admin-key": keys.superSecretAdminKey
})
const asAdmin = adminOf({ id: PROJECT_ID, keys })
const password = "correct horse"
const callback_url = "http://localhost:3000/callback"
const totp_secret_base64 = Buffer.from("12345678901234567890").toString("base64")

const listOf = <S extends Schema.Constraint>(item: S) => Schema.Struct({ items: Schema.Array(item) })
const decode = <T>(schema: Schema.Decoder<T>) => {
  const read = Schema.decodeUnknownEffect(schema)
  return <E>(request: Effect.Effect<RawClientResponse, E>) =>
    Effect.flatMap(request, ({ json }) => Effect.orDie(read(json)))
}
const readId = decode(Schema.Struct({ id: Schema.String }))
const readIds = decode(listOf(Schema.Struct({ id: Schema.String })))
const readTokens = decode(Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String }))
const readSignedUp = decode(Schema.Struct({ access_token: Schema.String, user_id: Schema.String }))
const readUser = decode(
  Schema.Struct({
    is_anonymous: Schema.Boolean,
    primary_email: Schema.NullOr(Schema.String),
    has_password: Schema.Boolean
  })
)
const readCeremony = decode(
  Schema.Struct({ code: Schema.String, options_json: Schema.Struct({ challenge: Schema.String }) })
)
const readPasskeys = decode(listOf(Schema.Struct({ id: Schema.String, name: Schema.String })))
const readAccount = decode(
  Schema.Struct({ account_id: Schema.String, allow_sign_in: Schema.Boolean, email: Schema.String })
)
const readTargets = decode(
  listOf(
    Schema.Struct({
      id: Schema.String,
      description: Schema.String,
      event_types: Schema.NullOr(Schema.Array(Schema.String))
    })
  )
)
const readMembers = decode(listOf(Schema.Struct({ user_id: Schema.String, role: Schema.String })))
const readCodes = decode(Schema.Struct({ codes: Schema.Array(Schema.String) }))
const readRemaining = decode(Schema.Struct({ remaining: Schema.Number }))
const readAttempt = decode(Schema.Struct({ details: Schema.Struct({ attempt_code: Schema.String }) }))
const readStarted = decode(Schema.Struct({ polling_code: Schema.String, login_code: Schema.String }))
const readPolled = decode(Schema.Struct({ status: Schema.String, is_denied: Schema.optionalKey(Schema.Boolean) }))
const readSettings = decode(
  Schema.Struct({
    description: Schema.String,
    config: Schema.Struct({ domains: Schema.Array(Schema.Struct({ domain: Schema.String })) })
  })
)
const readPayload = decode(Schema.Struct({ payload: Schema.String }))
const Payload = Schema.fromJsonString(
  Schema.Struct({ type: Schema.String, data: Schema.Struct({ id: Schema.String }) })
)
const readMails = decode(listOf(Schema.Struct({ id: Schema.String, recipient: Schema.String })))

/** The beginning of the names of facts about targets of webhooks. */
const TARGET = "the target of webhooks"

/** The maximum number of reads of a mail's state until the server has refused it, with 50 ms between. */
const MAX_READS = 400

/**
 * Changes every kind of data once, and returns the result of each kind. The kinds run concurrently, so that a crash
 * interrupts any of them.
 */
const changeAll = Effect.fnUntraced(function* (context: ChangesContext, turn: number) {
  const { awaited, facts, receiver, url } = context
  const client = makeRawClient(url)
  const label = `${context.worker}_${turn}`
  const isOdd = turn % 2 === 1
  const ask = (method: string, path: string, body?: object, headers: Headers = asServer) =>
    client.send(method, `/api/v1${path}`, body, headers)
  const read = (path: string, headers?: Headers) => requireAcknowledged(ask("GET", path, undefined, headers))
  const post = (path: string, body: object, headers?: Headers) => requireAcknowledged(ask("POST", path, body, headers))

  const makeUser = (kind: string, fields: object = {}) =>
    readId(post("/users", { primary_email: `imported-${kind}-${label}@example.com`, ...fields })).pipe(
      Effect.map(({ id }) => id)
    )
  const makeTeam = (creator_user_id: string) =>
    Effect.map(readId(post("/teams", { display_name: label, creator_user_id })), ({ id }) => id)
  const startSession = (user_id: string) => readTokens(post("/auth/sessions", { user_id }))
  const withToken = ({ access_token }: { readonly access_token: string }) => ({
    ...asServer,
    "x-stack-access-token": access_token
  })

  const changePasskey = Effect.gen(function* () {
    const user = yield* makeUser("passkey")
    const headers = withToken(yield* startSession(user))
    const list = readPasskeys(read(`/passkeys/${user}`))
    const names = Effect.map(list, ({ items }) => items.map(({ name }) => name))
    const change = recordFact(facts, `the passkeys of ${label}`, names, [])
    const ceremony = yield* readCeremony(post("/auth/passkey/initiate-passkey-registration", {}, headers))
    const credential = makeAuthenticator().create(ceremony.options_json.challenge)
    const registered = { credential, code: ceremony.code, name: "Laptop" }
    yield* change(["Laptop"], ask("POST", "/auth/passkey/register", registered, headers))
    const { items } = yield* list
    const path = `/passkeys/${user}/${items[0]?.id}`
    yield* change(["Phone"], ask("PATCH", path, { name: "Phone" }))
    if (isOdd) yield* change([], ask("DELETE", path))
  })

  const changeAccount = Effect.gen(function* () {
    const user_id = yield* makeUser("account")
    const before = { account_id: label, allow_sign_in: true, email: "old@example.com" }
    const after = { account_id: `${label}_changed`, allow_sign_in: false, email: "new@example.com" }
    const fields = { user_id, provider_config_id: "github", allow_connected_accounts: true }
    const path = `/oauth-providers/${user_id}/${(yield* readId(post("/oauth-providers", { ...fields, ...before }))).id}`
    const change = recordFact(facts, `the account of ${label}`, readAccount(read(path)), before)
    yield* change(after, ask("PATCH", path, after))
  })

  /** Renames a permission, which renames it for a user who has it as well, and deletes it or not. */
  const changePermission = (kind: "project" | "team") =>
    Effect.gen(function* () {
      const [old, renamed] = [`${kind}_old_${label}`, `${kind}_new_${label}`]
      const user_id = yield* makeUser(`${kind}-permission`)
      const team = kind === "team" ? { team_id: yield* makeTeam(user_id) } : {}
      const own = (path: string, headers?: Headers) =>
        Effect.map(readIds(read(path, headers)), ({ items }) =>
          items.map(({ id }) => id).filter((id) => id === old || id === renamed)
        )
      const definitions = `/${kind}-permission-definitions`
      const granted = own(`/${kind}-permissions?${new URLSearchParams({ ...team, user_id })}`)
      const defined = own(definitions, asAdmin)
      const state = Effect.all({ defined, granted })
      const change = recordFact(facts, `the ${kind} permission ${label}`, state, { defined: [], granted: [] })
      yield* change({ defined: [old], granted: [] }, ask("POST", definitions, { id: old }, asAdmin))
      const grant = [`/${kind}-permissions`, ...Object.values(team), user_id, old].join("/")
      yield* change({ defined: [old], granted: [old] }, ask("POST", grant, {}))
      const rename = ask("PATCH", `${definitions}/${old}`, { id: renamed }, asAdmin)
      yield* change({ defined: [renamed], granted: [renamed] }, rename)
      if (isOdd)
        yield* change({ defined: [], granted: [] }, ask("DELETE", `${definitions}/${renamed}`, undefined, asAdmin))
    })

  /** The target is of events that do not happen, so that no webhook is sent to it. */
  const changeTarget = Effect.gen(function* () {
    const targets = Effect.map(readTargets(read("/webhooks/targets", asAdmin)), ({ items }) =>
      items.flatMap(({ description, event_types }) =>
        description.startsWith(label) ? [{ description, event_types }] : []
      )
    )
    const before = { description: label, event_types: ["team.deleted"] }
    const after = { description: `${label} changed`, event_types: ["team_membership.deleted"] }
    const change = recordFact(facts, `${TARGET} ${label}`, targets, [])
    const created = ask("POST", "/webhooks/targets", { url: `${receiver.url}?${label}`, ...before }, asAdmin)
    const { id } = yield* readId(change([before], created))
    yield* change([after], ask("PATCH", `/webhooks/targets/${id}`, after, asAdmin))
    yield* post(`/webhooks/targets/${id}/rotate-secret`, {}, asAdmin)
    yield* change([], ask("DELETE", `/webhooks/targets/${id}`, undefined, asAdmin))
  })

  const changeRole = Effect.gen(function* () {
    const team = yield* makeTeam(yield* makeUser("creator"))
    const user = yield* makeUser("member")
    const role = Effect.map(
      readMembers(read(`/team-members?team_id=${team}`)),
      ({ items }) => items.find(({ user_id }) => user_id === user)?.role
    )
    const change = recordFact(facts, `the role of ${label}`, role, undefined)
    yield* change("member", ask("POST", `/team-memberships/${team}/${user}`, {}))
    const path = `/team-members/${team}/${user}`
    yield* change("admin", ask("PATCH", path, { role: "admin" }))
    if (isOdd) yield* change("member", ask("PATCH", path, { role: "member" }))
  })

  /** Generates recovery codes and signs in with one. */
  const changeRecoveryCodes = Effect.gen(function* () {
    const email = `imported-factor-${label}@example.com`
    const signIn = { primary_email_auth_enabled: true, primary_email_verified: true, password }
    const user = yield* makeUser("factor", signIn)
    yield* requireAcknowledged(ask("PATCH", `/users/${user}`, { totp_secret_base64 }))
    const headers = withToken(yield* startSession(user))
    const path = "/auth/mfa/recovery-codes"
    const remaining = Effect.map(readRemaining(read(path, headers)), ({ remaining }) => remaining)
    const change = recordFact(facts, `the recovery codes of ${label}`, remaining, 0)
    const { codes } = yield* readCodes(change(10, ask("POST", path, {}, headers)))
    // The attempt is a 400 with the code of the attempt; without one, the process has ended.
    const attempted = yield* ask("POST", "/auth/password/sign-in", { email, password })
    if (attempted.status !== 400) return yield* requireAcknowledged(Effect.succeed(attempted))
    const { details } = yield* readAttempt(Effect.succeed(attempted))
    const used = { code: details.attempt_code, recovery_code: codes[0] }
    return yield* change(9, ask("POST", `${path}/sign-in`, used))
  })

  const denyCommandLine = Effect.gen(function* () {
    const { login_code, polling_code } = yield* readStarted(post("/auth/cli", {}))
    const polled = readPolled(post("/auth/cli/poll", { polling_code }))
    const change = recordFact(facts, `the sign-in on a command line ${label}`, polled, { status: "waiting" })
    yield* change({ status: "expired", is_denied: true }, ask("POST", "/auth/cli/deny", { login_code }))
  })

  const endOtherSessions = Effect.gen(function* () {
    const user = yield* makeUser("sessions")
    const headers = withToken(yield* startSession(user))
    const path = `/auth/sessions?user_id=${user}`
    const ids = Effect.map(readIds(read(path, headers)), ({ items }) => items.map(({ id }) => id).toSorted())
    const own = yield* ids
    yield* Effect.all([startSession(user), startSession(user)], { concurrency: "unbounded" })
    const change = recordFact(facts, `the sessions of ${label}`, ids, yield* ids)
    yield* change(own, ask("DELETE", path, undefined, headers))
  })

  /** Revokes one of two sessions. */
  const revokeSession = Effect.gen(function* () {
    const user = yield* makeUser("revoked")
    yield* startSession(user)
    yield* startSession(user)
    const sessions = `/auth/sessions?user_id=${user}`
    const ids = Effect.map(readIds(read(sessions)), ({ items }) => items.map(({ id }) => id).toSorted())
    const [revoked, ...others] = yield* ids
    const change = recordFact(facts, `the session of ${label}`, ids, yield* ids)
    yield* change(others, ask("DELETE", `/auth/sessions/${revoked}?user_id=${user}`))
  })

  /** Makes an anonymous user with a team a real one. */
  const upgradeAnonymousUser = Effect.gen(function* () {
    const email = `imported-upgraded-${label}@example.com`
    const { access_token, user_id } = yield* readSignedUp(post("/auth/anonymous/sign-up", {}))
    const team = yield* makeTeam(user_id)
    const state = Effect.all({
      user: readUser(read(`/users/${user_id}`)),
      teams: Effect.map(readIds(read(`/teams?user_id=${user_id}`)), ({ items }) => items.map(({ id }) => id))
    })
    const before = { user: { is_anonymous: true, primary_email: null, has_password: false }, teams: [team] }
    const change = recordFact(facts, `the anonymous user of ${label}`, state, before)
    const headers = { ...withToken({ access_token }), "x-stack-allow-anonymous-user": "true" }
    yield* change(
      { user: { is_anonymous: false, primary_email: email, has_password: true }, teams: [team] },
      ask("POST", "/auth/password/sign-up", { email, password, verification_callback_url: callback_url }, headers)
    )
  })

  /** Deletes another project with its users, once in each round. Its keys are refused afterwards. */
  const deleteProject = Effect.gen(function* () {
    if (turn !== 1) return
    const headers = adminOf(context.deletedProject)
    const exists = ask("GET", "/users", undefined, headers).pipe(
      Effect.flatMap((response) =>
        response.status === 401 ? Effect.succeed(false) : Effect.as(requireAcknowledged(Effect.succeed(response)), true)
      )
    )
    const change = recordFact(facts, `the project ${context.deletedProject.id}`, exists, yield* exists)
    yield* change(false, ask("DELETE", "/internal/projects/current", undefined, headers))
  })

  /** Sends a delivered webhook again. */
  const resendWebhook = Effect.gen(function* () {
    const { items } = yield* readIds(read("/webhooks/messages?state=delivered&limit=1", asAdmin))
    const id = items[0]?.id
    if (id === undefined) return
    const { payload } = yield* readPayload(read(`/webhooks/messages/${id}`, asAdmin))
    const event = Schema.decodeUnknownOption(Payload)(payload)
    if (event._tag === "None") return
    const name = `${event.value.type} ${event.value.data.id}`
    const times = receiver.received.get(name) ?? 0
    yield* post(`/webhooks/messages/${id}/send`, {}, asAdmin)
    awaited.webhooks.set(name, times + 1)
  })

  /** Sends a mail again that the mail server has refused. */
  const resendMail = Effect.gen(function* () {
    const email = `refused-${label}@example.com`
    yield* post("/auth/otp/send-sign-in-code", { email, callback_url })
    for (let reads = 0; reads < MAX_READS; reads++) {
      const { items } = yield* readMails(read("/internal/outgoing-mails?state=failed", asAdmin))
      const mail = items.find(({ recipient }) => recipient === email)
      if (mail === undefined) {
        yield* Effect.sleep(50)
        continue
      }
      yield* post(`/internal/outgoing-mails/${mail.id}/send`, {}, asAdmin)
      awaited.mails.add(email)
      return
    }
    assert.fail(`The mail to ${email} has not failed`)
  })

  return yield* Effect.all(
    [
      changePasskey,
      changeAccount,
      changePermission("project"),
      changePermission("team"),
      changeTarget,
      changeRole,
      changeRecoveryCodes,
      denyCommandLine,
      endOtherSessions,
      revokeSession,
      upgradeAnonymousUser,
      deleteProject,
      resendWebhook,
      resendMail
    ].map((change) => Effect.result(change)),
    { concurrency: "unbounded" }
  )
})

/** Changes the settings of the project. Only one worker may, since each change replaces the one before. */
const changeSettings = Effect.fnUntraced(function* ({ facts, url, worker }: ChangesContext) {
  const ask = (method: string, body?: object) =>
    makeRawClient(url).send(method, "/api/v1/internal/projects/current", body, asAdmin)
  const settings = Effect.map(readSettings(requireAcknowledged(ask("GET"))), ({ config, description }) => ({
    description,
    domains: config.domains.map(({ domain }) => domain)
  }))
  const change = recordFact(facts, "the settings of the project", settings, yield* settings)
  for (let turn = 0; ; turn++) {
    const description = `${worker} ${turn}`
    const domain = `https://${worker}-${turn}.example.com`
    const config = { domains: [{ domain, handler_path: "/handler" }] }
    yield* change({ description, domains: [domain] }, ask("PATCH", { description, config }))
    yield* Effect.sleep(20)
  }
})

/** Deletes the targets of webhooks that changes before a crash have left: a project may have few. */
const deleteTargets = Effect.fnUntraced(function* ({ facts, url }: ChangesContext) {
  for (const name of facts.keys()) if (name.startsWith(TARGET)) facts.delete(name)
  const client = makeRawClient(url)
  const path = "/api/v1/webhooks/targets"
  const { items } = yield* readTargets(requireAcknowledged(client.send("GET", path, undefined, asAdmin)))
  for (const { description, id } of items)
    if (description !== "") yield* requireAcknowledged(client.send("DELETE", `${path}/${id}`, undefined, asAdmin))
})

/** Changes all data again and again, until requests fail. */
export const changeEverything = Effect.fnUntraced(function* (context: ChangesContext) {
  yield* Effect.ignore(deleteTargets(context))
  const settings = Effect.ignore(changeSettings(context))
  const others = Effect.gen(function* () {
    for (let turn = 0; ; turn++) {
      const results = yield* changeAll(context, turn)
      const failures = results.flatMap((result) => (result._tag === "Failure" ? [result.failure] : []))
      if (failures.some(({ status }) => status === 0)) return
      if (failures.length === 0) context.onTurn()
    }
  })
  yield* Effect.all([settings, others], { concurrency: "unbounded" })
})
