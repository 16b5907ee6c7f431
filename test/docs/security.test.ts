/** Tests that `docs/security.md` shows the policy of the browser tests and the cookies of the client. */
import { Redacted } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { writtenCookies } from "../../core/session/cookies.ts"
import { policy } from "../browser/static-site.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8")

it("shows the Content Security Policy under which the screens are tested", () => {
  const [, block = ""] = /```\n(default-src[^`]*)```/.exec(page) ?? []
  expect(block.trim().replaceAll(/\s+/g, " ")).toBe(policy("https://api.stack-auth.com"))
})

it("lists the cookies of a session with their lifetimes", () => {
  const token = Redacted.make("a".repeat(45))
  const written = writtenCookies("<project id>", { accessToken: token, refreshToken: token }, true).filter(
    ({ value }) => value !== null
  )
  const words = new Map([
    [31_536_000, "one year"],
    [86_400, "one day"]
  ])
  expect(written).toHaveLength(3)
  for (const { name, seconds = 0 } of written) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\``))
    expect(row).toContain(`| ${words.get(seconds)}`)
  }
})
