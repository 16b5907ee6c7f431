/** Long input that triggers worst-case behaviour in parsers. Linear parsers stay far below the time limits. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { retryAfterMillis } from "../../core/http/retry-after.ts"
import { relativePart } from "../../core/navigation/trusted-url.ts"
import { returnTo } from "../../core/navigation/return-url.ts"
import { resolveUrls } from "../../core/navigation/handler-urls.ts"
import { EMAIL_PATTERN, isEmail, isStrictEmail, STRICT_EMAIL_PATTERN } from "../../core/schema/fields/email-pattern.ts"
import { CustomPermissionId, PermissionId } from "../../core/schema/fields/permission-id.ts"
import { valuesIn } from "../../core/session/cookie-values.ts"
import { pairedAccessToken, readTokens } from "../../core/session/cookies.ts"
import { readRequest } from "../../core/session/request-like.ts"
import { accessTokenTimes, tokenFrom } from "../../core/session/tokens.ts"
import { startCpuTimer, cpuTimeSince } from "../cpu-time.ts"

const LENGTH = 100_000
/** An input length that takes a quadratic parser minutes. */
const BOUND_MILLIS = 200

const repeat = (text: string) => text.repeat(Math.ceil(LENGTH / text.length))
const texts = {
  e_mail: [
    repeat("a"),
    `${repeat("a")}@`,
    `${repeat("a")}@b.co`,
    `a@${repeat("a")}`,
    `a@${repeat("a.")}`,
    `a@${repeat("a-")}`,
    `a@${repeat("a.")}!`,
    `a@${repeat("-")}`,
    repeat("@"),
    repeat("a@a."),
    repeat("."),
    `.${repeat("a.")}@`
  ],
  times: [
    repeat("9"),
    repeat(" "),
    `${repeat(" ")}1`,
    `1${repeat(" ")}x`,
    `Thu, ${repeat("01 ")}`,
    repeat("Thu Jan "),
    `Thu, 01 Jan 2026 ${repeat("0:")} GMT`
  ],
  addresses: [
    repeat("/"),
    repeat("\\"),
    repeat("/../"),
    repeat("/./"),
    repeat("%2e"),
    repeat("?"),
    repeat("#"),
    repeat("@"),
    repeat(":"),
    `https:${repeat("/")}`,
    `//${repeat("a.")}`,
    `/${repeat("\t\n")}`,
    repeat("。")
  ],
  tokens: [
    repeat("."),
    repeat("a."),
    `a.${repeat("e")}.c`,
    `a.${repeat("=")}.c`,
    `${repeat("e")}.e30.c`,
    `a.${Buffer.from(`{"exp":${repeat("[")}`).toString("base64url")}.c`,
    `a.${Buffer.from(`{"exp":${repeat("1")}}`).toString("base64url")}.c`,
    repeat("undefined"),
    `null${repeat("l")}`,
    `${repeat("a")}\n`
  ],
  cookies: [
    `["${repeat("a")}`,
    `["${repeat('\\"')}`,
    `["r",${repeat("[")}`,
    `["r"${repeat(",")}`,
    `["r","${repeat("\\u0000")}"]`,
    repeat('["')
  ],
  jars: [
    repeat(";"),
    repeat("="),
    repeat(" "),
    repeat("%"),
    repeat("%25"),
    repeat("a=b; "),
    repeat("stack-refresh-p=r; "),
    repeat("stack-refresh-p=%"),
    repeat('stack-refresh-p=a;stack-access=["a","b"];'),
    `stack-refresh-p=${repeat(" ")}`,
    `${repeat(" ")}stack-refresh-p=r`,
    ...["c", "%63", "%", "stack-refresh-p=", "stack-refresh-p=%", "stack-refresh-p=%6"].map((start) =>
      Array.from({ length: 20_000 }, (_, index) => `${start}${index}=v`).join("; ")
    )
  ],
  permissions: [
    repeat("a"),
    repeat("_:"),
    repeat("$"),
    `$${repeat("a")}`,
    `${repeat("a")}A`,
    `${repeat("a")}\n`,
    repeat("$a")
  ],
  auth: [repeat("["), repeat('{"a":'), `{"accessToken":"${repeat("a")}"}`, repeat("{},")]
}

interface Reader {
  readonly name: string
  readonly given: ReadonlyArray<string>
  readonly read: (text: string) => unknown
}

const readers: ReadonlyArray<Reader> = [
  { name: "an e-mail address", given: texts.e_mail, read: isEmail },
  { name: "an e-mail address of a sign-up", given: texts.e_mail, read: isStrictEmail },
  { name: "the e-mail pattern", given: texts.e_mail, read: (text) => EMAIL_PATTERN.test(text) },
  { name: "the strict e-mail pattern", given: texts.e_mail, read: (text) => STRICT_EMAIL_PATTERN.test(text) },
  { name: "a permission id", given: texts.permissions, read: Schema.is(PermissionId) },
  { name: "a custom permission id", given: texts.permissions, read: Schema.is(CustomPermissionId) },
  { name: "Retry-After", given: texts.times, read: (text) => retryAfterMillis(text, 0) },
  { name: "a relative URL", given: texts.addresses, read: relativePart },
  {
    name: "the return URL of a page",
    given: texts.addresses,
    read: (text) =>
      returnTo(new URL(`https://app.test/?after_auth_return_to=${encodeURIComponent(text)}`), resolveUrls())
  },
  { name: "the times in an access token", given: texts.tokens, read: (text) => accessTokenTimes(Redacted.make(text)) },
  { name: "an untrusted token", given: texts.tokens, read: tokenFrom },
  { name: "an access cookie", given: texts.cookies, read: (text) => pairedAccessToken(text, "r") },
  {
    name: "all cookies",
    given: [...texts.jars, ...texts.cookies, ...texts.tokens],
    read: (text) => readTokens("p", valuesIn(text), true)
  },
  {
    name: "the header of a page's own server",
    given: [...texts.auth, ...texts.cookies, ...texts.jars],
    read: (text) => readRequest({ headers: { "x-stack-auth": text, cookie: text } })
  }
]

describe("An input of 100 kB", () => {
  it.each([...readers])("is read in linear time as $name", ({ given, read }) => {
    for (const text of given) {
      const start = startCpuTimer()
      read(text)
      assert.isBelow(cpuTimeSince(start), BOUND_MILLIS, text.slice(0, 40))
    }
  })
})
