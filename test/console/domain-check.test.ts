/** The check of a trusted domain by its text. */
import { assert, describe, it } from "@effect/vitest"
import { checkDomain, handlerPathProblem } from "../../console/settings/domain-check.ts"
import { isReturnTrusted } from "../../console/settings/is-return-trusted.ts"

describe("a trusted domain", () => {
  it("is refused if it would trust nothing, or something else than it says", () => {
    for (const text of [
      "",
      "app.example",
      "ftp://app.example",
      "javascript:alert(1)",
      "https://",
      "https://*.example",
      "https://user@app.example",
      "https://user:password@app.example",
      "https://app.example/?next=1",
      "https://app.example/#part",
      "https://app.example\\@evil.example",
      "https://app .example",
      "https://app.example:99999"
    ]) {
      assert.isNotNull(checkDomain(text, []).problem, text)
    }
  })

  it("is refused twice, however it is written", () => {
    for (const text of ["https://app.example", "https://APP.example/", "https://app.example:443"]) {
      assert.include(checkDomain(text, ["https://app.example"]).problem ?? "", "already", text)
    }
    assert.isNull(checkDomain("https://app.example:8443", ["https://app.example"]).problem)
  })

  it("is explained: the whole origin, or a path", () => {
    assert.include(checkDomain(" https://app.example ", []).meaning, "every page of https://app.example")
    assert.include(checkDomain("https://app.example/shop/", []).meaning, "https://app.example/shop and the pages below")
  })

  it("has a warning without HTTPS, on this machine, as an IP address, and with letters of other alphabets", () => {
    for (const [text, warning] of [
      ["http://app.example", "not HTTPS"],
      ["http://localhost:3000", "own machine"],
      ["http://127.0.0.1:3000", "own machine"],
      ["https://192.0.2.1", "raw IP address"],
      ["https://\u0430pp.example", "xn--"]
    ] as const) {
      assert.include(checkDomain(text, []).warnings.join(" "), warning, text)
    }
    assert.deepStrictEqual(checkDomain("https://app.example", []).warnings, [])
  })
})

describe("the path of the handler", () => {
  it("begins with a slash", () => {
    assert.isNull(handlerPathProblem("/handler"))
    for (const path of ["", "handler", "/han dler", "/handler?a", "/handler#a", "/han\\dler"]) {
      assert.isNotNull(handlerPathProblem(path), path)
    }
  })
})

describe("a test sign-in", () => {
  it("returns to the console only where the project trusts it", () => {
    const here = { hostname: "localhost", origin: "http://localhost:8102" }
    const domains = [{ domain: "http://localhost:8102", handlerPath: "/handler" }]
    assert.isTrue(isReturnTrusted({ allowLocalhost: true, domains: [] }, here))
    assert.isFalse(isReturnTrusted({ allowLocalhost: false, domains: [] }, here))
    assert.isTrue(isReturnTrusted({ allowLocalhost: false, domains }, here))
    const below = [{ domain: "http://localhost:8102/app", handlerPath: "/handler" }]
    assert.isFalse(isReturnTrusted({ allowLocalhost: false, domains: below }, here))
    const elsewhere = { hostname: "auth.example", origin: "https://auth.example" }
    assert.isFalse(isReturnTrusted({ allowLocalhost: true, domains: [] }, elsewhere))
  })
})
