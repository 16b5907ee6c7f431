/** The command that the console copies for a request of its log, run by a shell. */
import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { curlCommand } from "../../console/requests/curl-command.ts"

const detail = {
  target: "/api/v1/users/me?query=REDACTED",
  requestHeaders: [
    ["host", "localhost:8102"],
    ["accept-encoding", "gzip"],
    ["x-stack-access-type", "server"],
    ["x-stack-secret-server-key", null],
    ["user-agent", "O'Neill `reboot` $(reboot) \\"]
  ],
  body: { type: "application/json", text: '{"display_name":"O\'Neill $HOME"}' },
  responseHeaders: []
} as const

/** Runs a command in a shell in which `curl` prints its arguments, one a line. */
const argumentsOf = (command: string) =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${command}`], {
    encoding: "utf8",
    env: { X_STACK_SECRET_SERVER_KEY: "the key" }
  })
    .trimEnd()
    .split("\n")

describe("the curl command of a request", () => {
  it("has the headers and the body, and variables for redacted headers", () => {
    assert.deepStrictEqual(argumentsOf(curlCommand("http://localhost:8102", { method: "PATCH" }, detail)), [
      "-X",
      "PATCH",
      "http://localhost:8102/api/v1/users/me?query=REDACTED",
      "-H",
      "x-stack-access-type: server",
      "-H",
      "x-stack-secret-server-key: the key",
      "-H",
      "user-agent: O'Neill `reboot` $(reboot) \\",
      "--data-raw",
      '{"display_name":"O\'Neill $HOME"}'
    ])
  })

  it("has the members of a form", () => {
    const form = { type: "application/x-www-form-urlencoded", text: '{"grant_type":"REDACTED","a b":"&"}' }
    const command = curlCommand("http://localhost:8102", { method: "POST" }, { ...detail, body: form })
    assert.strictEqual(argumentsOf(command).at(-1), "grant_type=REDACTED&a+b=%26")
  })

  it("keeps quotes in methods, targets and cut bodies escaped", () => {
    const body = { type: "application/x-www-form-urlencoded", text: `{"a":"REDACTED"};reboot'` }
    const target = `/';reboot;'"$(reboot)`
    const command = curlCommand("http://localhost:8102", { method: "A'B" }, { ...detail, target, body })
    const found = argumentsOf(command)
    assert.deepStrictEqual(found.slice(0, 3), ["-X", "A'B", `http://localhost:8102${target}`])
    assert.strictEqual(found.at(-1), body.text)
  })
})
