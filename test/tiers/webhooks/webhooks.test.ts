/** Valid and forged webhooks, signed by `node:crypto` like Svix. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { createHmac } from "node:crypto"
import { inspect } from "node:util"
import { expectTypeOf } from "vitest"
import * as Webhooks from "../../../tiers/webhooks/index.ts"
import { userBody } from "../../core/calling.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

const secret = `whsec_${Buffer.from("canary-webhook-secret-24").toString("base64")}`
const otherSecret = `whsec_${Buffer.from("another-webhook-secret-of-another").toString("base64")}`

/** The signature of Svix's documentation. */
const sign = (id: string, timestamp: string | number, body: string, by = secret) =>
  `v1,${createHmac("sha256", Buffer.from(by.slice("whsec_".length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`

const team = { id: "team-1", display_name: "Fernhill", profile_image_url: null, created_at_millis: 7 }
const user = userBody({ primary_email_auth_enabled: true, server_metadata: null, last_active_at_millis: 7 })
const deleted = JSON.stringify({ type: "team.deleted", data: { id: "team-1" } })

const headersOf = (
  body: string,
  { at = 0, by = secret, id = "msg_1", prefix = "svix" } = {}
): Record<string, string> => ({
  [`${prefix}-id`]: id,
  [`${prefix}-timestamp`]: String(at),
  [`${prefix}-signature`]: sign(id, at, body, by)
})

const verify = (
  headers: Record<string, string>,
  body: string | Uint8Array,
  options: Partial<Webhooks.WebhookOptions> = {}
) => Effect.flatMap(Webhooks.make({ secret, ...options }), (webhooks) => webhooks.verify({ headers, body }))

const outcome = (
  headers: Record<string, string>,
  body: string | Uint8Array,
  options: Partial<Webhooks.WebhookOptions> = {}
) =>
  verify(headers, body, options).pipe(
    Effect.as("ok"),
    Effect.catchTag("WebhookRejected", ({ reason }) => Effect.succeed(reason))
  )

const read = (content: unknown) => {
  const body = JSON.stringify(content)
  return verify(headersOf(body), body)
}

describe("A webhook", () => {
  it.effect("is decoded into its event, with its message", () =>
    Effect.gen(function* () {
      const events = [
        ["user.created", user],
        ["user.updated", user],
        ["user.deleted", { id: "user-1", teams: [{ id: "team-1" }] }],
        ["team.created", team],
        ["team.updated", team],
        ["team.deleted", { id: "team-1" }],
        ["team_membership.created", { team_id: "team-1", user_id: "user-1" }],
        ["team_membership.deleted", { team_id: "team-1", user_id: "user-1" }],
        ["team_permission.created", { id: "edit", team_id: "team-1", user_id: "user-1" }],
        ["team_permission.deleted", { id: "edit", team_id: "team-1", user_id: "user-1" }],
        ["project_permission.created", { id: "staff", user_id: "user-1" }],
        ["project_permission.deleted", { id: "staff", user_id: "user-1" }]
      ] as const
      for (const [type, data] of events) {
        const event = yield* read({ type, data })
        assert.strictEqual(event.type, type)
        assert.strictEqual(event.messageId, "msg_1")
        assert.deepStrictEqual(event.sentAt, new Date(0))
      }
      const created = yield* read({ type: "user.created", data: user })
      if (created.type !== "user.created") return assert.fail(created.type)
      expectTypeOf(created.data.primaryEmail).toEqualTypeOf<string | null>()
      assert.strictEqual(created.data.primaryEmail, "ada@example.com")
      assert.deepStrictEqual(created.data.lastActiveAt, new Date(7))
      const joined = yield* read({ type: "team_membership.created", data: { team_id: "t", user_id: "u" } })
      assert.deepStrictEqual(joined.data, { teamId: "t", userId: "u" })
      const granted = yield* read({ type: "project_permission.created", data: { id: "staff", user_id: "u" } })
      assert.deepStrictEqual(granted.data, { id: "staff", userId: "u" })
    })
  )

  it.effect("of an unknown type is kept unchanged", () =>
    Effect.gen(function* () {
      for (const unknownType of ["user.renamed", "unknown", "__proto__", "constructor", ""]) {
        const event = yield* read({ type: unknownType, data: { new: true } })
        assert.deepInclude(event, { type: "unknown", unknownType, data: { new: true } })
      }
    })
  )

  it.effect("of a known type without its fields is rejected", () =>
    Effect.gen(function* () {
      const contents = [
        { type: "user.created", data: { id: "user-1" } },
        { type: "user.created" },
        { type: "team.deleted", data: null },
        { type: "team_membership.created", data: { team_id: "t" } },
        { type: "team_permission.created", data: { id: "edit", user_id: "u" } },
        { type: "project_permission.created", data: { id: "staff" } },
        { type: 1, data: {} },
        { data: {} },
        [],
        null,
        "text"
      ]
      for (const content of contents) {
        const failure = yield* Effect.flip(read(content))
        assert.strictEqual(failure._tag === "WebhookRejected" && failure.reason, "payload", JSON.stringify(content))
      }
      assert.strictEqual(yield* outcome(headersOf("{"), "{"), "payload")
      assert.strictEqual(yield* outcome(headersOf(""), ""), "payload")
    })
  )

  it.effect("may have headers named webhook-… in any case, and a body of bytes", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(headersOf(deleted, { prefix: "webhook" }), deleted), "ok")
      const headers = Object.fromEntries(
        Object.entries(headersOf(deleted)).map(([name, value]) => [name.toUpperCase(), value])
      )
      assert.strictEqual(yield* outcome(headers, new TextEncoder().encode(deleted)), "ok")
    })
  )

  it.effect("is verified by the service of a layer, which refuses a malformed secret", () =>
    Effect.gen(function* () {
      const verify = Webhooks.Webhooks.use(({ verify }) => verify({ headers: headersOf(deleted), body: deleted }))
      const event = yield* Effect.provide(verify, Webhooks.layer({ secret }))
      assert.strictEqual(event.type, "team.deleted")
      const refused = yield* Effect.flip(Effect.provide(verify, Webhooks.layer({ secret: "whsec_short" })))
      assert.deepInclude(refused, { _tag: "ConfigurationError", option: "secret" })
    })
  )

  it.effect("with a parsed body is rejected, whatever its length header", () =>
    Effect.gen(function* () {
      const webhooks = yield* Webhooks.make({ secret })
      for (const text of [deleted, '{"length":4000000000}', "[1,2]", "null", "7"]) {
        const body: unknown = JSON.parse(text)
        const webhook = { headers: headersOf(text), body } as Webhooks.ReceivedWebhook
        const { reason } = yield* Effect.flip(webhooks.verify(webhook))
        assert.strictEqual(reason, "payload", text)
      }
    })
  )

  it.effect("is valid for five minutes in both directions, or for the given tolerance", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      for (const [at, expected] of [
        [700, "ok"],
        [1300, "ok"],
        [699, "timestamp"],
        [1301, "timestamp"]
      ] as const) {
        assert.strictEqual(yield* outcome(headersOf(deleted, { at }), deleted), expected, String(at))
      }
      assert.strictEqual(yield* outcome(headersOf(deleted, { at: 999 }), deleted, { toleranceMillis: 0 }), "timestamp")
      assert.strictEqual(yield* outcome(headersOf(deleted, { at: 1000 }), deleted, { toleranceMillis: 0 }), "ok")
    })
  )

  it.effect("from Svix's documentation is valid", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_614_265_330_000)
      const headers = {
        "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "svix-timestamp": "1614265330",
        "svix-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
      }
      const documented = { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }
      // It is signed, and no event: its payload is a text of its own.
      assert.strictEqual(yield* outcome(headers, '{"test": 2432232314}', documented), "payload")
      assert.strictEqual(yield* outcome(headers, '{"test":2432232314}', documented), "signature")
    })
  )

  it.effect("is valid if any of its signatures is", () =>
    Effect.gen(function* () {
      const good = sign("msg_1", 0, deleted)
      const bad = sign("msg_1", 0, deleted, otherSecret)
      const lists = [
        `${good} ${bad}`,
        `${bad} ${good}`,
        `${bad} v1,AAAA v2,${good.slice(3)} nonsense ${good}`,
        `  ${good}  `
      ]
      for (const list of lists) {
        assert.strictEqual(yield* outcome({ ...headersOf(deleted), "svix-signature": list }, deleted), "ok", list)
      }
    })
  )

  it.effect.prop(
    "signed by the documented scheme is always good, whatever its body and id",
    {
      data: Schema.String,
      id: Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,40}$/))
    },
    ({ data, id }) =>
      Effect.gen(function* () {
        const body = JSON.stringify({ type: "new.type", data })
        assert.deepInclude(yield* verify(headersOf(body, { id }), body), { data, messageId: id })
      })
  )
})

describe("A forged webhook", () => {
  const good = headersOf(deleted)
  const forged: Readonly<Record<string, readonly [headers: Record<string, string>, body: string, reason: string]>> = {
    "with another body": [good, deleted.replace("team-1", "team-2"), "signature"],
    "with a blank more": [good, `${deleted} `, "signature"],
    "with another id": [{ ...good, "svix-id": "msg_2" }, deleted, "signature"],
    "with a part of the body in the id": [{ ...good, "svix-id": `msg_1.0.${deleted}` }, deleted, "signature"],
    "with another time": [{ ...good, "svix-timestamp": "1" }, deleted, "signature"],
    "with a time that reads the same": [{ ...good, "svix-timestamp": "00" }, deleted, "signature"],
    "by another secret": [headersOf(deleted, { by: otherSecret }), deleted, "signature"],
    "with the signature of another version": [
      { ...good, "svix-signature": (good["svix-signature"] ?? "").replace("v1,", "v1a,") },
      deleted,
      "signature"
    ],
    "with a signature that is cut": [
      { ...good, "svix-signature": `v1,${Buffer.alloc(16).toString("base64")}` },
      deleted,
      "signature"
    ],
    "with a signature that is no base64": [{ ...good, "svix-signature": "v1,****" }, deleted, "signature"],
    "without a signature": [{ ...good, "svix-signature": "" }, deleted, "signature"],
    "without an id": [{ "svix-timestamp": "0", "svix-signature": good["svix-signature"] ?? "" }, deleted, "headers"],
    "with an empty id": [{ ...good, "svix-id": "" }, deleted, "headers"],
    "without a time": [{ "svix-id": "msg_1", "svix-signature": good["svix-signature"] ?? "" }, deleted, "headers"],
    "with headers of both names": [
      { "svix-id": "msg_1", "webhook-timestamp": "0", "webhook-signature": good["svix-signature"] ?? "" },
      deleted,
      "headers"
    ],
    "without any header": [{}, deleted, "headers"],
    "with a time in exponents": [{ ...good, "svix-timestamp": "0e0" }, deleted, "headers"],
    "with a negative time": [{ ...good, "svix-timestamp": "-1" }, deleted, "headers"],
    "with 100 kB of id": [{ ...good, "svix-id": "a".repeat(100_000) }, deleted, "headers"],
    "with 100 kB of digits": [{ ...good, "svix-timestamp": "1".repeat(100_000) }, deleted, "headers"],
    "with 100 kB of signatures": [{ ...good, "svix-signature": "v1,AAAA ".repeat(12_500) }, deleted, "headers"],
    "with 100 kB of blanks": [{ ...good, "svix-signature": " ".repeat(100_000) }, deleted, "headers"]
  }
  it.effect.each(Object.entries(forged))("is rejected %s", ([, [headers, body, reason]]) =>
    Effect.gen(function* () {
      const start = startCpuTimer()
      assert.strictEqual(yield* outcome(headers, body), reason)
      assert.isBelow(cpuTimeSince(start), 200)
    })
  )

  it.effect("fails with an error that contains neither its body nor the secret", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(verify({ ...good, "svix-id": "canary-id" }, "canary-body"))
      const shown = inspect(failure, { depth: 10, showHidden: true }) + JSON.stringify(failure)
      for (const text of ["canary", secret.slice(6)]) assert.notInclude(shown, text)
    })
  )
})

describe("A web Request", () => {
  const request = (body: BodyInit, headers = headersOf(deleted)) =>
    new Request("https://app.test/webhooks", { method: "POST", headers, body })

  const verifyRequest = (given: Request, options: Partial<Webhooks.WebhookOptions> = {}) =>
    Effect.flatMap(Webhooks.make({ secret, ...options }), (webhooks) => webhooks.verify(given))

  it.effect("is read and verified", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* verifyRequest(request(deleted))).type, "team.deleted")
    })
  )

  it.effect("is read up to the limit", () =>
    Effect.gen(function* () {
      let pulled = 0
      let isCancelled = false
      const endless = new ReadableStream({
        pull: (controller) => {
          pulled++
          controller.enqueue(new Uint8Array(1000))
        },
        cancel: () => void (isCancelled = true)
      })
      const given = new Request("https://app.test", {
        method: "POST",
        headers: headersOf(deleted),
        body: endless,
        duplex: "half"
      } as RequestInit)
      const failure = yield* Effect.flip(verifyRequest(given, { maxBodyBytes: 10_000 }))
      assert.strictEqual(failure._tag === "WebhookRejected" && failure.reason, "too-long")
      assert.isBelow(pulled, 30)
      assert.isTrue(isCancelled)
    })
  )

  it.effect("without signature headers is rejected before its body is read", () =>
    Effect.gen(function* () {
      const given = request(deleted, {})
      yield* Effect.flip(verifyRequest(given))
      assert.isFalse(given.bodyUsed)
    })
  )

  it.effect("with a consumed body is rejected", () =>
    Effect.gen(function* () {
      const given = request(deleted)
      yield* Effect.promise(() => given.text())
      const failure = yield* Effect.flip(verifyRequest(given))
      assert.strictEqual(failure._tag, "WebhookRejected")
    })
  )
})

describe("A verifier of webhooks", () => {
  it("works as promises, with the same errors", async () => {
    const webhooks = Webhooks.createWebhookVerifier({ secret: Redacted.make(secret) })
    const at = Math.floor(Date.now() / 1000)
    const event = await webhooks.verify({ headers: new Headers(headersOf(deleted, { at })), body: deleted })
    assert.strictEqual(event.type, "team.deleted")
    const failure = await webhooks.verify({ headers: {}, body: deleted }).catch((error: unknown) => error)
    assert.instanceOf(failure, Webhooks.WebhookRejected)
  })

  it("accepts a secret without its prefix", async () => {
    const webhooks = Webhooks.createWebhookVerifier({ secret: secret.slice("whsec_".length) })
    const at = Math.floor(Date.now() / 1000)
    await webhooks.verify({ headers: headersOf(deleted, { at }), body: deleted })
  })

  it.each(["", "whsec_", "whsec_AAAA", "no base64 at all!", "whsec_****************************"])(
    "refuses the secret %j, and does not print it",
    (given) => {
      try {
        Webhooks.createWebhookVerifier({ secret: given })
      } catch (error) {
        assert.match(String(error), /`secret`/)
        if (given.length > 6) assert.notInclude(inspect(error), given)
        return
      }
      assert.fail("It was taken.")
    }
  )

  it("rejects an invalid tolerance", () => {
    for (const toleranceMillis of [-1, Number.NaN, 86_400_001]) {
      assert.throws(() => Webhooks.createWebhookVerifier({ secret, toleranceMillis }), /toleranceMillis/)
    }
  })
})
