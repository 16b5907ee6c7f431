import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { relativePart, returnTo, withReturnTo } from "../../../core/navigation/return-to.ts"

const pages = ["http://app.test/handler/sign-in", "https://app.test/handler/sign-in", "http://localhost:3000/a/b?c#d"]

/** Addresses that lead away, or would once a careless program has read them. */
const away = [
  "//evil.test",
  "//evil.test/path",
  "///evil.test",
  "////evil.test",
  "/\\evil.test",
  "\\/evil.test",
  "\\\\evil.test",
  "\\\\\\evil.test",
  "/\\/evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "/\r/evil.test",
  "\t//evil.test",
  "\n//evil.test",
  " //evil.test",
  "\u0000//evil.test",
  "\u001f//evil.test",
  "/\t\\evil.test",
  "ht\ntps://evil.test",
  "ht\ttps:\t//evil.test",
  "https:evil.test",
  "http:evil.test",
  "https:/evil.test",
  "http:/evil.test",
  "https:\\evil.test",
  "HTTPS:evil.test",
  "https:///evil.test",
  "https://evil.test",
  "http://evil.test",
  "HtTpS://evil.test",
  "https:\\\\evil.test",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://app.test/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://app.test/1",
  "blob:https://relative.invalid/1",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "filesystem:https://app.test/temporary/x",
  "about:blank",
  "mailto:ada@example.com",
  "ftp://evil.test",
  "ws://evil.test",
  "view-source:https://app.test",
  "https://app.test@evil.test",
  "https://app.test:443@evil.test",
  "//app.test@evil.test",
  "//good@relative.invalid/x",
  "https://relative.invalid/x",
  "http://relative.invalid/x",
  "https://relative.invalid.evil.test",
  "//relative.invalid:8080/x",
  "//аpp.test",
  "//app。test",
  "//evil%2etest",
  "//[::1]",
  "//2130706433",
  "/.//evil.test",
  "/..//evil.test",
  "/./\\evil.test",
  "/a/..//evil.test",
  "/%2e//evil.test",
  "/%2E%2E//evil.test",
  ".//\\evil.test".replace(".//", "/.//"),
  "https://[",
  "http://",
  "//",
  "///",
  `/${"a".repeat(5000)}`,
  "/".repeat(100_000),
  "\\".repeat(100_000),
  `https:${"/".repeat(100_000)}evil.test`
]

/** Addresses of the same origin, and what is left of them. */
const same: ReadonlyArray<readonly [string, string]> = [
  ["/", "/"],
  ["", "/"],
  ["/settings", "/settings"],
  ["settings", "/settings"],
  ["/a/b?c=d&e=f#g", "/a/b?c=d&e=f#g"],
  ["?tab=1", "/?tab=1"],
  ["#part", "/#part"],
  ["/a//b", "/a//b"],
  ["/a/../b", "/b"],
  ["/../../etc", "/etc"],
  ["/%2f%2fevil.test", "/%2f%2fevil.test"],
  ["/%5cevil.test", "/%5cevil.test"],
  ["/%09/evil.test", "/%09/evil.test"],
  ["/?next=//evil.test", "/?next=//evil.test"],
  ["/#//evil.test", "/#//evil.test"],
  ["/@evil.test", "/@evil.test"],
  ["/https://evil.test", "/https://evil.test"],
  ["/javascript:alert(1)", "/javascript:alert(1)"],
  ["/ä ö", "/%C3%A4%20%C3%B6"],
  [" /spaced ", "/spaced"],
  ["//relative.invalid/x", "/x"]
]

/** Where a browser on this page would go. */
const landing = (address: string, page: string) => new URL(address, page)

describe("The relative part of an address", () => {
  it.each(away)("that leads away is none (%#)", (address) => {
    assert.isNull(relativePart(address))
  })

  it.each([...same])("of %j is %j", (address, part) => {
    assert.strictEqual(relativePart(address), part)
    for (const page of pages) assert.strictEqual(landing(part, page).origin, new URL(page).origin)
  })

  const pieces = [
    ..."/\\:@?#.%;&= \t\n\r\u0000ax",
    "//",
    "http:",
    "https:",
    "javascript:",
    "data:",
    "evil.test",
    "relative.invalid",
    "%2f",
    "%5c",
    "%2e",
    "..",
    "。",
    "／",
    "＼"
  ]
  const hostile = Arbitrary.map(
    Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)), { maxLength: 8 }),
    (list) => list.join("")
  )

  const staysHere = (text: string) => {
    const part = relativePart(text)
    if (part === null) return
    assert.isTrue(part.startsWith("/"))
    for (const page of pages) {
      assert.strictEqual(landing(part, page).origin, new URL(page).origin)
      // As careless programs do it: glued to the origin, or with its backslashes turned.
      assert.strictEqual(new URL(new URL(page).origin + part).origin, new URL(page).origin)
      assert.strictEqual(landing(part.replaceAll("\\", "/"), page).origin, new URL(page).origin)
    }
    assert.strictEqual(relativePart(part), part)
  }

  it.prop("never leaves the origin, and stays as it is the second time: hostile texts", [hostile], ([text]) =>
    staysHere(text), { arbitrary: { runs: 3000 } })

  it.prop("never leaves the origin, and stays as it is the second time: any text", [Schema.String], ([text]) =>
    staysHere(text), { arbitrary: { runs: 300 } })
})

describe("The way back of a page", () => {
  const page = (back: string) => {
    const url = new URL("https://app.test/handler/sign-in")
    url.searchParams.set("after_auth_return_to", back)
    return url
  }

  it.each(away)("is none when it leads away (%#)", (address) => {
    assert.isNull(returnTo(page(address)))
  })

  it.each([...same])("of %j is %j", (address, part) => {
    assert.strictEqual(returnTo(page(address)), part)
  })

  it("is none when the page names none", () => {
    assert.isNull(returnTo(new URL("https://app.test/")))
  })

  it("is the first of several", () => {
    const url = new URL("https://app.test/?after_auth_return_to=/a&after_auth_return_to=//evil.test")
    assert.strictEqual(returnTo(url), "/a")
  })

  it("that was encoded twice is decoded once", () => {
    const url = new URL("https://app.test/?after_auth_return_to=%252f%252fevil.test")
    assert.strictEqual(returnTo(url), "/%2f%2fevil.test")
  })
})

describe("The address of a sign-in page", () => {
  const from = (href: string) => withReturnTo("/handler/sign-in", new URL(href))

  it("has the way back to the page that the user comes from", () => {
    assert.strictEqual(
      from("https://app.test/a?b=c#d"),
      "/handler/sign-in?after_auth_return_to=%2Fa%3Fb%3Dc%23d"
    )
  })

  it("keeps the way back that the page has already", () => {
    assert.strictEqual(
      from("https://app.test/handler/sign-up?after_auth_return_to=%2Fsettings"),
      "/handler/sign-in?after_auth_return_to=%2Fsettings"
    )
  })

  it("gets the page itself in the place of a way back that leads away", () => {
    const url = new URL(from("https://app.test/x?after_auth_return_to=//evil.test"), "https://app.test")
    assert.strictEqual(url.searchParams.get("after_auth_return_to"), "/x?after_auth_return_to=//evil.test")
    assert.strictEqual(returnTo(url), "/x?after_auth_return_to=//evil.test")
  })

  it("keeps its own query", () => {
    assert.strictEqual(
      withReturnTo("/in?a=1#b", new URL("https://app.test/c")),
      "/in?a=1&after_auth_return_to=%2Fc#b"
    )
  })

  const elsewhere = ["https://accounts.test/in", "//accounts.test/in", "http://app.test/in", "https://app.test:8443/in"]
  it.each([...elsewhere, "https://["])(
    "on another origin is left as it is: %s",
    (target) => {
      assert.strictEqual(withReturnTo(target, new URL("https://app.test/c")), target)
    }
  )

  it("on this origin becomes relative", () => {
    assert.strictEqual(
      withReturnTo("https://app.test/in", new URL("https://app.test/c")),
      "/in?after_auth_return_to=%2Fc"
    )
  })

  it.prop("leads back to where the user was, whatever the page", [Schema.String, Schema.String], ([path, query]) => {
    const current = new URL("https://app.test/")
    current.pathname = path
    current.search = query
    const target = withReturnTo("/in", current)
    const landed = new URL(target, current)
    assert.strictEqual(landed.origin, current.origin)
    const back = returnTo(landed)
    assert.isTrue(back === null || new URL(back, landed).origin === current.origin)
  })
})
