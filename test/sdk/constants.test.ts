/** The numbers that nothing else shows by what it does. */
import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import * as SessionsApi from "../../core/api/sessions.ts"
import { DEFAULT_BASE_URL } from "../../core/config.ts"
import { REDIRECT_WAIT } from "../../core/navigation/navigation.ts"
import { ProfileImageUrl } from "../../core/schema/fields.ts"
import { EmailConfig } from "../../core/schema/project.ts"
import { writtenCookies } from "../../core/session/cookies.ts"
import { randomText } from "../../core/session/random.ts"
import { tokenFrom } from "../../core/session/tokens.ts"
import * as Testing from "../../testing/index.ts"
import { readTimes } from "../../tiers/verify/options.ts"
import { jwt } from "../core/calling.ts"
import { constants } from "./constants.ts"

const specification = new URL("../../../shared/spec.md", import.meta.url)

const source = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")

describe("the numbers of the specification hold:", () => {
  const cookies = writtenCookies(
    "11111111-1111-4111-8111-111111111111",
    { accessToken: tokenFrom(jwt({ exp: 4e9 })), refreshToken: tokenFrom("refresh-token") },
    true
  )
  const lifeOf = (name: RegExp) => cookies.filter((cookie) => name.test(cookie.name)).map(({ seconds }) => seconds)

  it("refresh-token cookie: a year", () => {
    assert.include(lifeOf(/refresh/), 31_536_000)
  })

  it("access-token cookie: a day", () => {
    assert.deepStrictEqual(lifeOf(/access/), [86_400])
  })

  it("redirect wait: two seconds", () => {
    assert.strictEqual(REDIRECT_WAIT, 2000)
  })

  it("default session expiry: a year", () => {
    assert.strictEqual(SessionsApi.DEFAULT_SESSION_MILLIS, 31_536_000_000)
  })

  it.effect("permission recursion: with what the direct ones contain, unless told not to", () =>
    Effect.gen(function*() {
      const { member, team } = yield* Testing.teamWithTwoMembers()
      const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)
      const { permissions } = member.client
      assert.include(ids(yield* permissions.list({ teamId: team.id })), "$read_members")
      assert.notInclude(ids(yield* permissions.list({ teamId: team.id, recursive: false })), "$read_members")
    }).pipe(Effect.provide(Testing.layer())))

  it("e-mail port: 0 to 65535", () => {
    const isPort = (port: number) =>
      Option.isSome(Schema.decodeUnknownOption(EmailConfig)({
        type: "standard",
        host: "mail.example",
        port,
        username: "user",
        password: "password",
        sender_name: "Sender",
        sender_email: "sender@example.com"
      }))
    assert.deepStrictEqual([-1, 0, 65535, 65536].map(isPort), [false, true, true, false])
  })

  it("profile image URL: 1,000,000 characters", () => {
    const image = "data:image/png;base64,"
    const isImage = (length: number) =>
      Option.isSome(Schema.decodeUnknownOption(ProfileImageUrl)(image.padEnd(length, "A")))
    assert.deepStrictEqual([1_000_000, 1_000_001].map(isImage), [true, false])
  })

  it("card width: 380px", () => {
    assert.match(source("react/theme/tokens.css"), /--ks-card-width: 23\.75rem;/)
    assert.strictEqual(23.75 * 16, 380)
  })

  it.effect("clock tolerance: 30 seconds", () =>
    Effect.map(readTimes({ projectId: "p" }), ({ clockSkewMillis }) => assert.strictEqual(clockSkewMillis, 30_000)))

  it("form validation: on submit, then on change", () => {
    assert.match(source("react/hooks/use-late-form.ts"), /mode: "onSubmit",\s+reValidateMode: "onChange"/)
  })

  it("base32 alphabet: Crockford's, without i, l, o and u", () => {
    const seen = new Set(Array.from({ length: 200 }, () => randomText()).join(""))
    assert.strictEqual([...seen].sort().join(""), "0123456789abcdefghjkmnpqrstvwxyz")
  })

  it("default API base: the hosted service", () => {
    assert.strictEqual(DEFAULT_BASE_URL, "https://api.stack-auth.com")
  })
})

const numbersIn = (text: string) => (text.replaceAll(",", "").match(/\d+(\.\d+)?/g) ?? []).map(Number)

describe("the table of numbers", () => {
  // The specification is kept outside of this repository.
  it.skipIf(!existsSync(specification))("has a row for every one of the specification, with the same numbers", () => {
    const [, section = ""] = readFileSync(specification, "utf8").split(/^## 9\..*$/m)
    const items = [...section.split(/^## /m)[0]?.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm) ?? []]
      .map(([, item = "", value = ""]) => ({ item, value }))
      .filter(({ item }) => item !== "Item")
    assert.isAtLeast(items.length, 29)
    for (const { item, value } of items) {
      const rows = constants.filter(({ name }) => name.startsWith(item))
      assert.isNotEmpty(rows, item)
      const numbers = numbersIn(rows.map((row) => row.value).join(" "))
      // What is in brackets says the same in another unit; or it is the number, and a word stands before it.
      const said = numbersIn(value.replace(/^[\d,.]+ \w+ \(([\d ms]+)\)$/, "$1").replace(/\(.*\)/, ""))
      assert.deepStrictEqual(said.filter((number) => !numbers.includes(number)), [], item)
    }
  })

  it("names each number once, and says of each where it is and what tests it, or why it is not here", () => {
    assert.strictEqual(new Set(constants.map(({ name }) => name)).size, constants.length)
    for (const constant of constants) {
      if ("because" in constant) assert.isNotEmpty(constant.because)
      else assert.isNotEmpty(constant.place.split(" ")[1])
    }
  })
})
