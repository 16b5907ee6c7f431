/** Redirect URIs have to be on a trusted domain of the project. */
import { assert, describe, it } from "@effect/vitest"
import { isTrustedRedirect } from "../../../service/resources/projects/trusted-redirect.ts"
import { away } from "../../corpus/redirects.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

const domain = { allowLocalhost: false, domains: ["https://app.example.com"] }
const path = { allowLocalhost: false, domains: ["https://app.example.com/one"] }
const local = { allowLocalhost: true, domains: [] }
const port = { allowLocalhost: false, domains: ["http://localhost:3000"] }
const slash = { allowLocalhost: false, domains: ["https://app.example.com/one/"] }
const defaultPort = { allowLocalhost: false, domains: ["https://app.example.com:443"] }

describe("a redirect is trusted", () => {
  it.each([
    ["a path of a trusted domain", "https://app.example.com/handler/verify?x=1#y", domain],
    ["the domain itself", "https://app.example.com", domain],
    ["the domain with its usual port", "https://app.example.com:443/x", domain],
    ["the domain in capital letters, since hosts are case-insensitive", "HTTPS://APP.example.COM/x", domain],
    ["an encoded slash where every path is trusted", "https://app.example.com/a%2fb", domain],
    ["a domain that is listed with its usual port", "https://app.example.com/x", defaultPort],
    ["the path of a domain that is listed with a slash at its end", "https://app.example.com/one", slash],
    ["a path below it", "https://app.example.com/one/two", slash],
    ["the path of a domain and a query", "https://app.example.com/one?x=1", path],
    ["the path of a domain that has one", "https://app.example.com/one", path],
    ["a path below it", "https://app.example.com/one/two", path],
    ["a path below it with dots in a name", "https://app.example.com/one/v1..2/file.html", path],
    ["a path below it with an encoded space", "https://app.example.com/one/two%20three", path],
    ["this machine, if the project allows localhost", "http://localhost:12345/cb", local],
    ["this machine under https", "https://localhost/cb", local],
    ["a subdomain of localhost", "http://app.localhost:3000/cb", local],
    ["a loopback address", "http://127.0.0.1:3000/cb", local],
    ["another loopback address", "http://127.8.9.10/cb", local],
    ["a listed port of this machine", "http://localhost:3000/cb", port]
  ] as const)("if it leads to %s", (_, url, trust) => {
    assert.isTrue(isTrustedRedirect(url, trust))
  })
})

describe("a redirect is refused", () => {
  it.each([
    ["to another host", "https://evil.example.com/", domain],
    ["to a host that begins with the domain", "https://app.example.com.evil.com/", domain],
    ["to a host that ends in the domain", "https://evilapp.example.com/", domain],
    ["below the domain", "https://x.app.example.com/", domain],
    ["above the domain", "https://example.com/", domain],
    ["under another protocol", "http://app.example.com/", domain],
    ["with a user name that looks like the domain", "https://app.example.com@evil.com/", domain],
    ["with an encoded user name", "https://app.example.com%2f@evil.com/", domain],
    ["with a user name before the domain", "https://evil.com@app.example.com/", domain],
    ["with a password before the domain", "https://a:b@app.example.com/", domain],
    ["with a backslash", "https://evil.com\\@app.example.com/", domain],
    ["with backslashes for slashes", "https:\\\\app.example.com/", domain],
    ["with one slash", "https:/app.example.com/", domain],
    ["with no slash", "https:app.example.com/", domain],
    ["with three slashes", "https:///app.example.com/", domain],
    ["without a protocol", "//app.example.com/", domain],
    ["as a path", "/handler", domain],
    ["as /\\", "/\\app.example.com", domain],
    ["with a tab in its protocol", "ht\ttps://app.example.com/", domain],
    ["with a line end in its host", "https://app.exam\nple.com/", domain],
    ["with white space before it", " https://app.example.com/", domain],
    ["with a control character", "https://app.example.com/\u0001", domain],
    ["with a dot after the host", "https://app.example.com./", domain],
    ["to a letter that looks like another", "https://аpp.example.com/", domain],
    ["to a full-width host that is another", "https://app.example.com.ｅvil.com/", domain],
    ["to an empty string", "", domain],
    ["to a malformed URL", "https://[", domain],
    ["beside the path of a domain", "https://app.example.com/two", path],
    ["above the path by dots", "https://app.example.com/one/../two", path],
    ["above the path by encoded dots", "https://app.example.com/one/%2e%2e/two", path],
    ["above the path by encoded slashes", "https://app.example.com/one/..%2ftwo", path],
    ["above the path by encoded backslashes", "https://app.example.com/one/..%5Ctwo", path],
    ["above the path by dots with a path parameter", "https://app.example.com/one/..;/two", path],
    ["above the path by dots with an encoded path parameter", "https://app.example.com/one/..%3B/two", path],
    ["above the path by dots that are encoded twice", "https://app.example.com/one/%252e%252e/two", path],
    ["above the path by dots that are encoded three times", "https://app.example.com/one/.%25252E/two", path],
    ["above the path by slashes that are encoded twice", "https://app.example.com/one/..%252ftwo", path],
    ["above the path by backslashes that are encoded twice", "https://app.example.com/one/..%255ctwo", path],
    ["above the path by dots in overlong UTF-8", "https://app.example.com/one/%c0%ae%c0%ae/two", path],
    ["below the path with a path parameter", "https://app.example.com/one/two;x=1", path],
    ["to the path in another case", "https://app.example.com/ONE", path],
    ["to this machine, if the project does not allow localhost", "http://localhost:3000/", domain],
    ["to a host that begins with localhost", "http://localhost.evil.com/", local],
    ["to a host that ends in localhost", "http://evillocalhost/", local],
    ["to a host that begins with 127", "http://127.0.0.1.evil.com/", local],
    ["to an encoded host of an unknown protocol", "myapp://evil.com%2f.localhost/", local],
    ["with localhost as a user name", "http://localhost@evil.com/", local],
    ["to another port of a trusted domain", "https://app.example.com:8443/", domain],
    ["to another port of this machine than the listed one", "http://localhost:4000/", port],
    ["to a path that begins like the domain's", "https://app.example.com/one-evil", path],
    ["to a path that begins like a domain's with a slash at its end", "https://app.example.com/one-evil", slash],
    ["to the domain's path with an encoded slash in place of its last", "https://app.example.com/one%2ftwo", path],
    ["to an Android intent", "intent://localhost/#Intent;package=com.evil;end", local],
    ["to an app with a custom protocol", "myapp://localhost/cb", local],
    ["to a WebSocket", "ws://localhost/", local],
    ["to an FTP server", "ftp://127.0.0.1/", local],
    ["that runs a script", "javascript://localhost/%0aalert(1)", local],
    ["that runs a script in capital letters", "JaVaScRiPt://localhost/%0aalert(1)", local],
    ["that is a document", "data://localhost/,x", local],
    ["that is a file", "file://localhost/etc/passwd", local],
    ["that is a blob", "blob:http://localhost/1", local],
    ["that runs an old script", "vbscript://localhost/x", local]
  ] as const)("%s", (_, url, trust) => {
    assert.isFalse(isTrustedRedirect(url, trust))
  })

  it.each(away)("that the SDK would not follow (%#)", (address) => {
    for (const trust of [domain, path, local, port]) assert.isFalse(isTrustedRedirect(address, trust))
  })

  it("in linear time", () => {
    const startedAt = startCpuTimer()
    for (const text of ["https://", "https://a.", "a-", "\\"]) {
      assert.isFalse(isTrustedRedirect(`${text.repeat(25_000)}localhost`, { ...local, ...path }))
    }
    assert.isBelow(cpuTimeSince(startedAt), 500)
  })
})
