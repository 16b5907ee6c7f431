/** Constants of the wire that no other test observes: lifetimes, limits and defaults. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { DEFAULT_BASE_URL } from "../../core/config/options.ts"
import { REDIRECT_WAIT } from "../../core/navigation/navigation.ts"
import { DEFAULT_SESSION_MILLIS } from "../../core/schema/fields/session-duration.ts"
import { ProfileImageUrl } from "../../core/schema/fields/url.ts"
import { EmailConfig } from "../../core/schema/admin-project.ts"
import { writtenCookies } from "../../core/session/cookies.ts"
import { randomText } from "../../core/session/random.ts"
import { tokenFrom } from "../../core/session/tokens.ts"
import * as Testing from "../../testing/index.ts"
import { readTimes } from "../../tiers/verify/options.ts"
import { jwt } from "../core/calling.ts"

describe("Constants", () => {
  const cookies = writtenCookies(
    "11111111-1111-4111-8111-111111111111",
    { accessToken: tokenFrom(jwt({ exp: 4e9 })), refreshToken: tokenFrom("refresh-token") },
    true
  )
  const lifeOf = (name: RegExp) => cookies.filter((cookie) => name.test(cookie.name)).map(({ seconds }) => seconds)

  it("keep the refresh-token cookie for a year", () => {
    assert.include(lifeOf(/refresh/), 31_536_000)
  })

  it("keep the access-token cookie for a day", () => {
    assert.deepStrictEqual(lifeOf(/access/), [86_400])
  })

  it("wait two seconds for a redirect to begin", () => {
    assert.strictEqual(REDIRECT_WAIT, 2000)
  })

  it("let a session that a server creates last a year by default", () => {
    assert.strictEqual(DEFAULT_SESSION_MILLIS, 31_536_000_000)
  })

  it.effect("list contained permissions unless `recursive` is false", () =>
    Effect.gen(function* () {
      const { member, team } = yield* Testing.teamWithTwoMembers()
      const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)
      const { permissions } = member.client
      assert.include(ids(yield* permissions.list({ teamId: team.id })), "$read_members")
      assert.notInclude(ids(yield* permissions.list({ teamId: team.id, recursive: false })), "$read_members")
    }).pipe(Effect.provide(Testing.layer()))
  )

  it("accept mail server ports from 0 to 65535", () => {
    const isPort = (port: number) =>
      Option.isSome(
        Schema.decodeUnknownOption(EmailConfig)({
          type: "standard",
          host: "mail.example",
          port,
          username: "user",
          password: "password",
          sender_name: "Sender",
          sender_email: "sender@example.com"
        })
      )
    assert.deepStrictEqual([-1, 0, 65535, 65536].map(isPort), [false, true, true, false])
  })

  it("accept profile images of up to 1,000,000 characters", () => {
    const image = "data:image/png;base64,"
    const isImage = (length: number) =>
      Option.isSome(Schema.decodeUnknownOption(ProfileImageUrl)(image.padEnd(length, "A")))
    assert.deepStrictEqual([1_000_000, 1_000_001].map(isImage), [true, false])
  })

  it.effect("tolerate a clock skew of 30 seconds", () =>
    Effect.map(readTimes({ projectId: "p" }), ({ clockSkewMillis }) => assert.strictEqual(clockSkewMillis, 30_000))
  )

  it("encode random texts in Crockford's base32, without i, l, o and u", () => {
    const seen = new Set(Array.from({ length: 200 }, () => randomText()).join(""))
    assert.strictEqual([...seen].sort().join(""), "0123456789abcdefghjkmnpqrstvwxyz")
  })

  it("use the hosted service by default", () => {
    assert.strictEqual(DEFAULT_BASE_URL, "https://api.stack-auth.com")
  })
})
