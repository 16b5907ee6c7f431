/** Rate limits of attempts, by account, address and project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { endpoints } from "../../../core/api/endpoints.ts"
import { clientIpAddress, networkOf } from "../../../service/http/client-ip-address.ts"
import { ServiceClock } from "../../../service/index.ts"
import { limitedEndpoints } from "../../../service/http/rate-limits/limited-endpoints.ts"
import { makeOwnBuckets } from "../../../service/http/rate-limits/limit-buckets.ts"
import { makeTokenBuckets } from "../../../service/http/rate-limits/token-buckets.ts"
import { authorizePath, oauthService } from "../resources/oauth/browser.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  otherKeys,
  OTHER_PROJECT_ID,
  send,
  type TestRequest,
  service,
  signIn,
  signUp,
  USER_ID,
  withToken
} from "../fixture.ts"
import { collectLog } from "../collect-log.ts"

const wrong = { ...ada, password: "wrong password" }
const owner = "203.0.113.1"
const otherAddress = "198.51.100.66"

const attempt = (credential: object, sent: TestRequest = {}) =>
  send("POST", "/api/v1/auth/password/sign-in", { address: owner, headers: asClient, json: credential, ...sent })
const statusOf = (credential: object, sent?: TestRequest) =>
  Effect.map(attempt(credential, sent), ({ status }) => status)

/** Repeats an attempt until it is rejected with 429. Returns the number of accepted attempts, or null. */
const attemptsUntilLimited = <R>(attempt: Effect.Effect<{ readonly status: number }, never, R>) =>
  Effect.gen(function* () {
    for (let count = 0; count < 1500; count++) {
      if ((yield* attempt).status === 429) return count
    }
    return null
  })

/**
 * Changes that a signed-in user makes to own data, or by a permission, without a guess at a secret or at the email of
 * another user, and without a mail.
 */
const withoutLimit: ReadonlyArray<string> = [
  "DELETE /auth/sessions/:session_id",
  "DELETE /auth/sessions",
  "POST /connected-accounts/:user_id/:provider_id/access-token",
  "POST /connected-accounts/:user_id/:provider_id/:provider_account_id/access-token",
  "DELETE /contact-channels/:user_id/:contact_channel_id",
  "PATCH /emails/notification-preference/:user_id/:notification_category_id",
  "DELETE /oauth-providers/:user_id/:provider_id",
  "PATCH /oauth-providers/:user_id/:provider_id",
  "DELETE /passkeys/:user_id/:passkey_id",
  "PATCH /passkeys/:user_id/:passkey_id",
  "POST /auth/password/set",
  "POST /internal/projects",
  "POST /auth/sessions/current/refresh",
  "DELETE /auth/sessions/current",
  "PATCH /team-api-keys/:api_key_id",
  "DELETE /team-invitations/:id",
  "PATCH /team-member-profiles/:team_id/:user_id",
  "PATCH /team-members/:team_id/:user_id",
  "DELETE /team-memberships/:team_id/:user_id",
  "POST /teams",
  "DELETE /teams/:team_id",
  "PATCH /teams/:team_id",
  "PATCH /user-api-keys/:api_key_id",
  "DELETE /users/me",
  "PATCH /users/me"
]

describe("rate limits", () => {
  it("exist for every change of the client tier, except changes that a user may make anyway", () => {
    const changes = endpoints.filter(({ method, tiers }) => method !== "GET" && tiers.includes("client"))
    assert.sameMembers(
      changes.map(({ name }) => name).filter((name) => !limitedEndpoints.has(name)),
      [...withoutLimit]
    )
  })

  it.effect("reject further attempts with Retry-After", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 50)
      const refused = yield* attempt(wrong, { headers: { ...asClient, origin: "https://app.example" } })
      assert.deepStrictEqual([refused.status, refused.headers["retry-after"], refused.code], [429, "6", undefined])
      assert.strictEqual(refused.headers["content-type"], "text/plain; charset=utf-8")
      assert.include(refused.headers["access-control-expose-headers"], "retry-after")
      yield* TestClock.adjust("5999 millis")
      const later = yield* attempt(wrong)
      assert.deepStrictEqual([later.status, later.headers["retry-after"]], [429, "1"])
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* statusOf(wrong), 400)
      assert.strictEqual(yield* statusOf(wrong), 429)
    }).pipe(Effect.provide(service()))
  )

  it.effect("do not let an attacker lock out the owner of an account", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong, { address: otherAddress })), 50)
      for (let index = 0; index < 100; index++) yield* attempt(wrong, { address: otherAddress })
      assert.strictEqual(yield* statusOf(ada, { address: otherAddress }), 429)
      assert.strictEqual(yield* statusOf(ada), 200, "the owner, from another address")
    }).pipe(Effect.provide(service()))
  )

  it.effect("count a successful sign-in as a quarter of a failed one", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 20; count++) assert.strictEqual(yield* statusOf(ada), 200)
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 45)
      yield* TestClock.adjust("5 minutes")
      // A whole token has to be there.
      assert.strictEqual(yield* attemptsUntilLimited(attempt(ada)), 197)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* attemptsUntilLimited(attempt(ada)), 40)
    }).pipe(Effect.provide(service()))
  )

  it.effect("count a right password as successful while the second factor is missing", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 20; count++) {
        assert.strictEqual((yield* attempt(ada)).code, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")
      }
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 45)
    }).pipe(Effect.provide(service({ users: [{ ...ada, totpSecret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }] })))
  )

  it.effect("count successful sign-ins of one remote address with many accounts", () =>
    Effect.gen(function* () {
      const users = [ada, { ...ada, email: "grace@example.com" }]
      let index = 0
      const next = Effect.suspend(() => attempt(users[index++ % 2] ?? ada, { address: otherAddress }))
      assert.strictEqual(yield* attemptsUntilLimited(next), 37)
      assert.strictEqual(yield* statusOf(ada), 200, "another address")
    }).pipe(
      Effect.provide(
        service({
          users: [ada, { ...ada, email: "grace@example.com" }],
          limits: { attempts: { perAddress: { burst: 10, perMinute: 1 } } }
        })
      )
    )
  )

  it.effect("count successful changes of a password", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn(ada)
      const change = send("POST", "/api/v1/auth/password/update", {
        headers: { ...withToken(access_token), "x-stack-refresh-token": refresh_token },
        json: { old_password: ada.password, new_password: ada.password }
      })
      assert.strictEqual((yield* change).status, 200)
      assert.strictEqual(yield* attemptsUntilLimited(change), 4)
    }).pipe(Effect.provide(service({ limits: { attempts: { perAccount: { burst: 2, perMinute: 1 } } } })))
  )

  it.effect("do not count uses of a code that succeed", () =>
    Effect.gen(function* () {
      const { json } = yield* send("POST", "/api/v1/auth/cli", { headers: asClient, json: {} })
      const poll = send("POST", "/api/v1/auth/cli/poll", {
        headers: asClient,
        json: { polling_code: Reflect.get(Object(json), "polling_code") }
      })
      for (let count = 0; count < 10; count++) {
        yield* TestClock.adjust("2 seconds")
        assert.isBelow((yield* poll).status, 400)
      }
    }).pipe(Effect.provide(service({ limits: { attempts: { perAccount: { burst: 1, perMinute: 0.01 } } } })))
  )

  it.effect("apply to an account under every spelling of its address", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 50)
      assert.strictEqual(yield* statusOf({ ...wrong, email: "ADA@example.COM" }), 429)
      assert.strictEqual(yield* statusOf({ ...wrong, email: "eve@example.com" }), 400)
    }).pipe(Effect.provide(service()))
  )

  it.effect("apply to the second factor of an account across sign-ins", () =>
    Effect.gen(function* () {
      // In the server tier, whose password attempts are not limited.
      const begin = Effect.map(attempt(ada, { headers: asServer }), ({ details }) =>
        String(Reflect.get(Object(details), "attempt_code"))
      )
      const guess = (code: string) =>
        send("POST", "/api/v1/auth/mfa/sign-in", {
          address: owner,
          headers: asClient,
          json: { code, type: "totp", totp: "000000" }
        })
      const guessRecoveryCode = (code: string) =>
        send("POST", "/api/v1/auth/mfa/recovery-codes/sign-in", {
          address: owner,
          headers: asClient,
          json: { code, recovery_code: "0000-0000-0000" }
        })
      const first = yield* guess(yield* begin)
      assert.strictEqual(first.code, "INVALID_TOTP_CODE")
      assert.strictEqual(yield* attemptsUntilLimited(Effect.flatMap(begin, guess)), 49)
      assert.strictEqual((yield* guessRecoveryCode(yield* begin)).status, 429, "recovery codes share the limit")
      const elsewhere = { address: otherAddress, headers: asClient }
      const { code } = yield* send("POST", "/api/v1/auth/mfa/sign-in", {
        ...elsewhere,
        json: { code: yield* begin, type: "totp", totp: "000000" }
      })
      assert.strictEqual(code, "INVALID_TOTP_CODE", "the owner, from another address")
    }).pipe(Effect.provide(service({ users: [{ ...ada, totpSecret: "ZXhhbXBsZSB2YWx1ZQ==" }] })))
  )

  it.effect("apply to the second factor of an account from all addresses together", () =>
    Effect.gen(function* () {
      let addresses = 0
      /** Begins a sign-in with the password at a new address, and guesses its code. */
      const guess = (email: string) =>
        Effect.gen(function* () {
          const address = `2001:db8:0:${(addresses++).toString(16)}::1`
          const { details } = yield* attempt({ ...ada, email }, { address })
          return yield* send("POST", "/api/v1/auth/mfa/sign-in", {
            address,
            headers: asClient,
            json: { code: Reflect.get(Object(details), "attempt_code"), type: "totp", totp: "000000" }
          })
        })
      assert.strictEqual((yield* guess(ada.email)).code, "INVALID_TOTP_CODE")
      assert.strictEqual(yield* attemptsUntilLimited(guess(ada.email)), 99)
      assert.strictEqual((yield* guess(ada.email)).headers["retry-after"], "600")
      assert.strictEqual((yield* guess("grace@example.com")).code, "INVALID_TOTP_CODE", "another account")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* guess(ada.email)).code, "INVALID_TOTP_CODE")
    }).pipe(
      Effect.provide(
        service({
          users: [ada, { ...ada, email: "grace@example.com" }].map((user) => ({
            ...user,
            totpSecret: "ZXhhbXBsZSB2YWx1ZQ=="
          }))
        })
      )
    )
  )

  it.effect("apply to one remote address that tries many accounts, and to its other users", () =>
    Effect.gen(function* () {
      let index = 0
      const spray = Effect.suspend(() =>
        attempt({ ...wrong, email: `user${index++}@example.com` }, { address: otherAddress })
      )
      assert.strictEqual(yield* attemptsUntilLimited(spray), 1000)
      assert.strictEqual(yield* statusOf(ada, { address: otherAddress }), 429)
      assert.strictEqual(yield* statusOf(ada), 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("count expensive requests even when they succeed", () =>
    Effect.gen(function* () {
      const signUp = (email: string) =>
        send("POST", "/api/v1/auth/password/sign-up", {
          address: owner,
          headers: asClient,
          json: { email, password: "correct horse", verification_callback_url: "http://localhost/" }
        })
      let index = 0
      assert.strictEqual(yield* attemptsUntilLimited(Effect.suspend(() => signUp(`user${index++}@example.com`))), 3)
      assert.strictEqual((yield* signUp("one-more@example.com")).headers["retry-after"], "30")
      assert.strictEqual(yield* statusOf(ada), 200, "sign-in has its own limits")
    }).pipe(Effect.provide(service({ limits: { requests: { perAddress: { burst: 3, perMinute: 2 } } } })))
  )

  it.effect("apply to sign-ins with a provider per remote address, though a browser sends no key in a header", () =>
    Effect.gen(function* () {
      const begin = (address: string) => send("GET", authorizePath("google"), { address })
      for (let count = 0; count < 5; count++) assert.strictEqual((yield* begin(otherAddress)).status, 307)
      const refused = yield* begin(otherAddress)
      assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [429, "30"])
      assert.strictEqual((yield* begin(owner)).status, 307)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* begin(otherAddress)).status, 307)
    }).pipe(Effect.provide(oauthService({}, { limits: { requests: { perAddress: { burst: 5, perMinute: 2 } } } })))
  )

  it.effect("do not count sign-ins with a provider for unknown projects, which would fill the memory", () =>
    Effect.gen(function* () {
      assert.isNull(
        yield* attemptsUntilLimited(
          send("GET", "/api/v1/auth/oauth/authorize/google?client_id=made-up", { address: otherAddress })
        )
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("bound the invitations to addresses of other people", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      const team = yield* send("POST", "/api/v1/teams", {
        headers,
        json: { display_name: "Buy now", creator_user_id: "me" }
      })
      const team_id: unknown = Reflect.get(Object(team.json), "id")
      let index = 0
      const invite = Effect.suspend(() =>
        send("POST", "/api/v1/team-invitations/send-code", {
          headers,
          json: { team_id, email: `guest${index++}@example.com`, callback_url: "http://localhost/" }
        })
      )
      assert.strictEqual((yield* invite).status, 200)
      assert.strictEqual(yield* attemptsUntilLimited(invite), 49)
    }).pipe(Effect.provide(service({ config: { clientTeamCreationEnabled: true } })))
  )

  it.effect("bound the emails that a user can test for being in use by own contact channels", () =>
    Effect.gen(function* () {
      const add = (headers: Headers, user_id: string) =>
        send("POST", "/api/v1/contact-channels", {
          headers,
          json: { user_id, type: "email", value: "guess@example.com", used_for_auth: true }
        })
      const { json } = yield* signUp("eve@example.com")
      const headers = withToken(String(Reflect.get(Object(json), "access_token")))
      const added = yield* add(headers, "me")
      assert.strictEqual(added.status, 201)
      const path = `/api/v1/contact-channels/me/${String(Reflect.get(Object(added.json), "id"))}`
      const guess = (value: string) => send("PATCH", path, { headers, json: { value } })
      assert.strictEqual((yield* guess(ada.email)).code, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
      let index = 0
      const next = Effect.suspend(() => guess(`guess${index++}@example.com`))
      assert.strictEqual(yield* attemptsUntilLimited(next), 48, "after one addition and one guess")
      assert.strictEqual((yield* add(headers, "me")).status, 429)
      assert.strictEqual((yield* add(asServer, USER_ID)).status, 201, "a server with its key")
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada, emailVerified: true }] })))
  )

  it.effect("are separate for each project", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 2)
      const other: Headers = {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey
      }
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong, { headers: other })), 50)
    }).pipe(Effect.provide(service({ limits: { attempts: { perAccount: { burst: 2, perMinute: 1 } } } })))
  )

  it.effect("can be disabled", () =>
    Effect.gen(function* () {
      assert.isNull(yield* attemptsUntilLimited(attempt(wrong)))
    }).pipe(Effect.provide(service({ limits: "off" })))
  )

  it.effect("are bounded by the operator's maximum, which projects cannot exceed", () =>
    Effect.gen(function* () {
      const twice = { burst: 100, per_minute: 20 }
      const change = (rate_limits: unknown, path = "/projects/current") =>
        send("PATCH", `/api/v1${path}`, { headers: asAdmin, json: { config: { rate_limits } } })
      for (const tooHigh of [
        "off",
        { attempts: { per_account: "off" } },
        { requests: { per_address: { burst: 2001, per_minute: 1 } } },
        { attempts: { per_account: { burst: 1, per_minute: 20.01 } } }
      ]) {
        for (const path of ["/projects/current", "/internal/projects/current"]) {
          const { code, details, status } = yield* change(tooHigh, path)
          assert.deepStrictEqual([status, code, details], [400, "RATE_LIMITS_TOO_HIGH", { maximum_factor: 2 }])
        }
      }
      const { text } = yield* change({ attempts: { per_account: twice } })
      assert.include(text, `"max_rate_limit_factor":2`)
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 100)
      assert.strictEqual((yield* change(null)).status, 200)
    }).pipe(Effect.provide(service({}, { maxRateLimits: 2 })))
  )

  it.effect("are bounded also where they were set before the maximum", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 50)
    }).pipe(Effect.provide(service({ limits: "off" }, { maxRateLimits: 1 })))
  )

  it.effect("do not apply to a server with its key", () =>
    Effect.gen(function* () {
      assert.isNull(yield* attemptsUntilLimited(attempt(wrong, { headers: asServer })))
    }).pipe(Effect.provide(service()))
  )

  it.effect("use the service's clock", () =>
    Effect.gen(function* () {
      yield* attemptsUntilLimited(attempt(wrong))
      yield* (yield* ServiceClock).advance("5 minutes")
      assert.strictEqual(yield* attemptsUntilLimited(attempt(wrong)), 50)
    }).pipe(Effect.provide(service()))
  )

  it.effect("hide their status when the client requests that", () =>
    Effect.gen(function* () {
      yield* attemptsUntilLimited(attempt(wrong))
      const { headers, status } = yield* attempt(wrong, {
        headers: { ...asClient, "x-stack-override-error-status": "true" }
      })
      assert.deepStrictEqual([status, headers["x-stack-actual-status"], headers["retry-after"]], [200, "429", "6"])
    }).pipe(Effect.provide(service()))
  )

  it("apply to every endpoint that is guessed at, sends mail, reveals emails in use, or creates a user, a key, a code or a sign-in", () => {
    const named = new Set(endpoints.map(({ name }) => name))
    for (const name of limitedEndpoints.keys()) assert.isTrue(named.has(name), name)
    const guarded = [
      /^GET \/auth\/(oauth\/authorize|sign-up-proof)\//,
      /^POST \/auth\/oauth\/cross-domain\//,
      /^POST \/auth\/(anonymous\/|cli)/,
      /^POST \/auth\/(password\/(?!set$)|otp\/|mfa\/|passkey\/)/,
      /^POST \/contact-channels(\/.*(verify|verification).*)?$/,
      /^PATCH \/contact-channels\//,
      /^POST \/team-invitations\/(:id\/)?(accept|send-code)/,
      /^POST \/(team|user)-api-keys$/
    ]
    assert.sameMembers(
      [...limitedEndpoints.keys()],
      [...named].filter((name) => guarded.some((pattern) => pattern.test(name)))
    )
  })
})

describe("the remote address of a rate limit", () => {
  it.effect("is that of the connection, whatever a header contains", () =>
    Effect.gen(function* () {
      let index = 0
      const spoofed = Effect.suspend(() =>
        attempt(wrong, { headers: { ...asClient, "x-forwarded-for": `10.0.0.${index++ % 250}` } })
      )
      assert.strictEqual(yield* attemptsUntilLimited(spoofed), 50)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is the one that the trusted proxies saw, if any are configured", () =>
    Effect.gen(function* () {
      const from = (forwarded: string) => ({ headers: { ...asClient, "x-forwarded-for": forwarded } })
      let index = 0
      const spoofed = Effect.suspend(() => attempt(wrong, from(`10.0.0.${index++ % 250}, ${otherAddress}`)))
      assert.strictEqual(yield* attemptsUntilLimited(spoofed), 50)
      assert.strictEqual(yield* statusOf(ada, from(owner)), 200)
    }).pipe(Effect.provide(service({}, { trustedProxies: 1 })))
  )

  it.effect("is missed once in the log, if a trusted proxy appends none", () => {
    const { lines, logger } = collectLog()
    return Effect.gen(function* () {
      const attemptWith = (forwarded: string) =>
        attempt(ada, { headers: { ...asClient, "x-forwarded-for": forwarded } })
      yield* attempt(ada)
      yield* attemptWith(otherAddress)
      assert.deepStrictEqual(lines, [])
      yield* Effect.forEach(["unknown", `${otherAddress}, a\nname`, "unknown"], attemptWith)
      assert.lengthOf(lines, 1)
      assert.match(
        lines[0] ?? "",
        /^X-Forwarded-For has no IP address at position 1 from its end\. .*--trusted-proxies/
      )
      assert.notInclude(lines[0] ?? "", "unknown")
    }).pipe(Effect.provide(Layer.provideMerge(service({}, { trustedProxies: 1 }), logger)))
  })

  it("is counted from the last proxy, and has to be an IP address, with or without a port", () => {
    const request = (forwarded?: string) => ({
      method: "GET",
      target: "/",
      headers: { "x-forwarded-for": forwarded },
      address: "127.0.0.1",
      body: () => Effect.succeed(new Uint8Array())
    })
    assert.strictEqual(clientIpAddress(request("1.1.1.1, 2.2.2.2, 3.3.3.3"), 2), "2.2.2.2")
    assert.strictEqual(clientIpAddress(request("1.1.1.1,2001:db8::1"), 1), "2001:db8::1")
    for (const [forwarded, address] of [
      ["203.0.113.9:51123", "203.0.113.9"],
      ["[2001:db8::1]:51123", "2001:db8::1"],
      ["[2001:db8::1]", "2001:db8::1"],
      ["203.0.113.9:", "127.0.0.1"],
      ["203.0.113:9", "127.0.0.1"],
      ["[2001:db8::1", "127.0.0.1"]
    ]) {
      assert.strictEqual(clientIpAddress(request(forwarded), 1), address, forwarded)
    }
    for (const forwarded of [undefined, "", "1.1.1.1", "evil, x", ",,", `${"1,".repeat(50_000)}`]) {
      assert.strictEqual(clientIpAddress(request(forwarded), 2), "127.0.0.1", forwarded?.slice(0, 20))
    }
  })

  it("is the network of an IPv6 address", () => {
    assert.strictEqual(networkOf("192.0.2.1"), "192.0.2.1")
    assert.strictEqual(networkOf("::ffff:192.0.2.1"), "192.0.2.1")
    for (const address of [
      "2001:db8:0:1::1",
      "2001:DB8:0:1:ffff::",
      "2001:db8:0:1:1:2:3:4",
      "2001:0db8:0000:0001::5%eth0"
    ]) {
      assert.strictEqual(networkOf(address), "2001:db8:0:1", address)
    }
    assert.notStrictEqual(networkOf("2001:db8:0:2::1"), "2001:db8:0:1")
    assert.deepStrictEqual([networkOf("::1"), networkOf("fe80::1")], ["0:0:0:0", "fe80:0:0:0"])
  })
})

describe("buckets", () => {
  const rate = { burst: 2, perMinute: 60 }

  it("evict the least recently used key and never exceed their capacity", () => {
    const buckets = makeTokenBuckets(100)
    buckets.take("first", rate, 0)
    buckets.take("first", rate, 0)
    for (let index = 0; index < 99; index++) buckets.take(`other${index}`, rate, 0)
    assert.isAbove(buckets.wait("first", rate, 0), 0)
    for (let index = 0; index < 10_000; index++) buckets.take(`more${index}`, rate, 0)
    assert.strictEqual(buckets.size(), 100)
    assert.strictEqual(buckets.wait("first", rate, 0), 0)
  })

  it("gain nothing when the clock goes back, and hold at most their burst", () => {
    const buckets = makeTokenBuckets(10)
    buckets.take("a", rate, 10_000)
    buckets.take("a", rate, 10_000)
    assert.strictEqual(buckets.wait("a", rate, 0), 1000)
    buckets.giveBack("a", rate, 0, 1)
    assert.strictEqual(buckets.wait("a", rate, 0), 0)
    buckets.take("a", rate, 0)
    for (let index = 0; index < 2; index++) buckets.take("a", rate, 10_000)
    assert.strictEqual(buckets.wait("a", rate, 10_500), 500)
    for (let index = 0; index < 2; index++) buckets.take("a", rate, 1e12)
    assert.strictEqual(buckets.wait("a", rate, 1e12), 1000)
  })

  it.effect("refill from the time to which the clock is set back", () =>
    Effect.gen(function* () {
      const buckets = makeOwnBuckets(10)
      const take = (now: number) => buckets.take({ key: "a", rate }, now)
      assert.deepStrictEqual([yield* take(1e12), yield* take(1e12), yield* take(1e12)], [0, 0, 1000])
      assert.deepStrictEqual([yield* take(0), yield* take(400), yield* take(1000)], [1000, 600, 0])
      assert.strictEqual(yield* take(1000), 1000)
    })
  )
})
