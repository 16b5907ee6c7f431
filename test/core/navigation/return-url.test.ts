/** Return URLs after sign-in, which never lead to a foreign origin. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { relativePart, trustedUrl } from "../../../core/navigation/trusted-url.ts"
import * as ReturnTo from "../../../core/navigation/return-url.ts"
import { resolveUrls } from "../../../core/navigation/handler-urls.ts"
import { canReturnTo } from "../../../core/navigation/return-url.ts"
import { away, same } from "../../corpus/redirects.ts"

const ownUrls = resolveUrls()
const returnTo = (current: URL) => ReturnTo.returnTo(current, ownUrls)
const callbackUrl = (target: string, current: URL) => ReturnTo.callbackUrl(target, current, ownUrls)
const { withReturnTo } = ReturnTo

const pages = ["http://app.test/handler/sign-in", "https://app.test/handler/sign-in", "http://localhost:3000/a/b?c#d"]

/** The URL that a browser on this page resolves. */
const resolveOn = (address: string, page: string) => new URL(address, page)

describe("The relative part of a URL", () => {
  it.each(away)("is null when the URL leads to a foreign origin (%#)", (address) => {
    assert.isNull(relativePart(address))
  })

  it.each([...same])("of %j is %j", (address, part) => {
    assert.strictEqual(relativePart(address), part)
    for (const page of pages) assert.strictEqual(resolveOn(part, page).origin, new URL(page).origin)
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
  const untrusted = Arbitrary.map(
    Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)), { maxLength: 8 }),
    (list) => list.join("")
  )

  const staysHere = (text: string) => {
    const part = relativePart(text)
    if (part === null) return
    assert.isTrue(part.startsWith("/"))
    for (const page of pages) {
      assert.strictEqual(resolveOn(part, page).origin, new URL(page).origin)
      // Careless programs prepend the origin, or replace backslashes.
      assert.strictEqual(new URL(new URL(page).origin + part).origin, new URL(page).origin)
      assert.strictEqual(resolveOn(part.replaceAll("\\", "/"), page).origin, new URL(page).origin)
    }
    assert.strictEqual(relativePart(part), part)
  }

  it.prop(
    "never leads to a foreign origin and is idempotent: untrusted texts",
    [untrusted],
    ([text]) => staysHere(text),
    {
      arbitrary: { runs: 3000 }
    }
  )

  it.prop("never leads to a foreign origin and is idempotent: any text", [Schema.String], ([text]) => staysHere(text), {
    arbitrary: { runs: 300 }
  })
})

describe("The return URL of a page", () => {
  const page = (back: string) => {
    const url = new URL("https://app.test/handler/sign-in")
    url.searchParams.set("after_auth_return_to", back)
    return url
  }

  it.each(away)("is null when it leads to a foreign origin (%#)", (address) => {
    assert.isNull(returnTo(page(address)))
  })

  it.each([...same])("of %j is %j", (address, part) => {
    assert.strictEqual(returnTo(page(address)), part)
  })

  it("is null when the page has none", () => {
    assert.isNull(returnTo(new URL("https://app.test/")))
  })

  it("is the first of several", () => {
    const url = new URL("https://app.test/?after_auth_return_to=/a&after_auth_return_to=//evil.test")
    assert.strictEqual(returnTo(url), "/a")
  })

  it("with double encoding is decoded once", () => {
    const url = new URL("https://app.test/?after_auth_return_to=%252f%252fevil.test")
    assert.strictEqual(returnTo(url), "/%2f%2fevil.test")
  })
})

describe("The URL of a sign-in page", () => {
  const to = (target: string, current: URL) => withReturnTo(target, current, resolveUrls())
  const from = (href: string) => to("/handler/sign-in", new URL(href))

  it("has a return URL to the current page", () => {
    assert.strictEqual(from("https://app.test/a?b=c#d"), "/handler/sign-in?after_auth_return_to=%2Fa%3Fb%3Dc%23d")
  })

  it("keeps the return URL of the current page", () => {
    assert.strictEqual(
      from("https://app.test/handler/sign-up?after_auth_return_to=%2Fsettings"),
      "/handler/sign-in?after_auth_return_to=%2Fsettings"
    )
  })

  it("has the current page as return URL when that page's return URL leads to a foreign origin", () => {
    const url = new URL(from("https://app.test/x?after_auth_return_to=//evil.test"), "https://app.test")
    assert.strictEqual(url.searchParams.get("after_auth_return_to"), "/x?after_auth_return_to=//evil.test")
    assert.strictEqual(returnTo(url), "/x?after_auth_return_to=//evil.test")
  })

  it("keeps its own query", () => {
    assert.strictEqual(to("/in?a=1#b", new URL("https://app.test/c")), "/in?a=1&after_auth_return_to=%2Fc#b")
  })

  it.each([
    ["https://accounts.test/in", "https://accounts.test/in"],
    ["//accounts.test/in#x", "https://accounts.test/in"],
    ["http://app.test/in", "http://app.test/in"],
    ["https://app.test:8443/in", "https://app.test:8443/in"]
  ])("on another origin gets the absolute return URL: %s", (target, page) => {
    const url = new URL(to(target, new URL("https://app.test/c?d=1#e")))
    assert.strictEqual(url.origin + url.pathname, page)
    assert.strictEqual(url.searchParams.get("after_auth_return_to"), "https://app.test/c?d=1#e")
  })

  it("on another origin keeps the page's return URL, unless it leads to a foreign origin", () => {
    const backOf = (back: string) => {
      const current = new URL("https://app.test/c")
      current.searchParams.set("after_auth_return_to", back)
      return new URL(to("https://accounts.test/in", current)).searchParams.get("after_auth_return_to")
    }
    assert.strictEqual(backOf("/settings"), "https://app.test/settings")
    assert.strictEqual(
      backOf("https://evil.test/"),
      "https://app.test/c?after_auth_return_to=https%3A%2F%2Fevil.test%2F"
    )
  })

  it("that is malformed is unchanged", () => {
    assert.strictEqual(to("https://[", new URL("https://app.test/c")), "https://[")
  })

  it("on the same origin becomes relative", () => {
    assert.strictEqual(to("https://app.test/in", new URL("https://app.test/c")), "/in?after_auth_return_to=%2Fc")
  })

  it.prop("returns to the current page for any path and query", [Schema.String, Schema.String], ([path, query]) => {
    const current = new URL("https://app.test/")
    current.pathname = path
    current.search = query
    const target = to("/in", current)
    const landed = new URL(target, current)
    assert.strictEqual(landed.origin, current.origin)
    const back = returnTo(landed)
    assert.isTrue(back === null || new URL(back, landed).origin === current.origin)
  })
})

describe("A return URL of another origin", () => {
  const urls = resolveUrls({ home: "https://app.test/", afterSignIn: "https://shop.test:8443/in" })
  const at = (back: string) => {
    const current = new URL("https://accounts.test/handler/sign-in")
    current.searchParams.set("after_auth_return_to", back)
    return ReturnTo.returnTo(current, urls)
  }

  it("is accepted when `urls` contains its origin", () => {
    assert.strictEqual(at("https://app.test/c?d=1#e"), "https://app.test/c?d=1#e")
    assert.strictEqual(at("https://shop.test:8443/"), "https://shop.test:8443/")
  })

  it("becomes relative when it is the page's own origin", () => {
    assert.strictEqual(at("https://accounts.test/c?d=1#e"), "/c?d=1#e")
  })

  it.each([
    "http://app.test/",
    "https://app.test:8443/",
    "https://shop.test/",
    "https://sub.app.test/",
    "https://app.test.evil.test/",
    "https://ada@app.test/",
    "//app.test/",
    "https:/app.test/",
    "https:\\\\app.test/",
    "javascript://app.test/%0aalert(1)",
    "intent://app.test/",
    " https://app.test/"
  ])("is rejected when its scheme, host or port differs or its form is not canonical: %j", (back) => {
    assert.isNull(at(back))
  })

  it("is passed to a callback page of the page's own origin", () => {
    const current = new URL("https://accounts.test/handler/sign-in?after_auth_return_to=https%3A%2F%2Fapp.test%2Fc")
    const callback = ReturnTo.callbackUrl("/handler/oauth-callback", current, urls)
    assert.strictEqual(new URL(callback ?? "").searchParams.get("after_auth_return_to"), "https://app.test/c")
    assert.strictEqual(
      ReturnTo.callbackUrl("/handler/oauth-callback", new URL(`${callback}&code=1&state=2`), urls),
      callback
    )
  })
})

describe("An external URL", () => {
  const urls = resolveUrls({ home: "https://home.example" })
  const at = (page: string) => (address: string) => trustedUrl(address, new URL(page), urls)

  it.each(away)("on a foreign origin is rejected by http and https pages (%#)", (address) => {
    for (const page of pages) assert.isNull(at(page)(address))
  })

  it.each([...same])("of %j leads to %j", (address, part) => {
    for (const page of pages) assert.strictEqual(at(page)(address), part)
  })

  it("is accepted on the page's own origin and on origins of the application's pages", () => {
    const trusted = at("https://app.test/handler/oauth-callback")
    assert.strictEqual(trusted("https://app.test/notes?a=1#b"), "/notes?a=1#b")
    assert.strictEqual(trusted("https://app.test//evil.test/"), "https://app.test//evil.test/")
    assert.strictEqual(trusted("https://home.example/x"), "https://home.example/x")
    assert.isNull(trusted("http://app.test/notes"))
    assert.isNull(trusted("https://app.test:8443/notes"))
    assert.isNull(trusted("https://ada@app.test/notes"))
    assert.isNull(trusted("https://:secret@app.test/notes"))
    assert.isNull(trusted("https://:secret@home.example/x"))
    assert.isNull(trusted("https://home.example.evil.test/x"))
  })
})

describe("A sign-in or sign-out page", () => {
  const current = new URL("https://app.test/handler/sign-in")
  const urls = resolveUrls({ signUp: "/join?step=1", signOut: "/app#/leave" })

  it.each([
    "/handler/sign-in",
    "/handler/sign-in/",
    "/handler/sign%2Din?x=1#y",
    "https://app.test/handler/sign-in",
    "/handler/sign-in?after_auth_return_to=%2Fhandler%2Fsign-in",
    "/join?step=1&x=2",
    "/app#/leave?now",
    "/handler/oauth-callback?code=1",
    "/handler/magic-link-callback"
  ])("is not a valid return URL: %s", (address) => {
    assert.isFalse(canReturnTo(address, current, urls))
  })

  it.each([
    "/",
    "/join",
    "/join?step=2",
    "/app",
    "/app#/other",
    "/handler/account-settings",
    "/%",
    "/handler/sign-in/more"
  ])("does not include other pages with a similar URL: %s", (address) => {
    assert.isTrue(canReturnTo(address, current, urls))
  })
})

describe("The callback URL for emails and providers", () => {
  it("keeps the return URL, and drops parameters of the current visit", () => {
    const current = new URL("https://app.test/handler/sign-in?after_auth_return_to=%2Fnotes&code=1&state=2#x")
    assert.strictEqual(
      callbackUrl("/handler/oauth-callback?code=3&state=4&keep=5#y", current),
      "https://app.test/handler/oauth-callback?keep=5&after_auth_return_to=%2Fnotes"
    )
  })

  it("does not pass a return URL to another origin, where it would lead to another page", () => {
    const current = new URL("https://app.test/handler/sign-in?after_auth_return_to=%2Fnotes")
    assert.strictEqual(callbackUrl("https://accounts.example/cb#x", current), "https://accounts.example/cb")
    assert.strictEqual(callbackUrl("http://app.test/cb", current), "http://app.test/cb")
  })

  it("is the same on the page that it leads to", () => {
    const first = callbackUrl(
      "/handler/oauth-callback",
      new URL("https://app.test/in?after_auth_return_to=/a b?c=d%26e")
    )
    const second = callbackUrl("/handler/oauth-callback", new URL(`${first}&code=1&state=2`))
    assert.strictEqual(second, first)
  })

  it.each(away)("drops a return URL that leads to a foreign origin (%#)", (address) => {
    const current = new URL("https://app.test/handler/sign-in")
    current.searchParams.set("after_auth_return_to", address)
    assert.strictEqual(callbackUrl("/cb", current), "https://app.test/cb")
  })
})
