/** Tests that `docs/rate-limits.md` shows the rate limits of the code: the defaults, and every limited endpoint. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { type LimitedEndpoint, limitedEndpoints } from "../../service/http/rate-limits/limited-endpoints.ts"
import type { Rate } from "../../core/schema/rate-limits-setting.ts"
import { limitOf, PASSWORD_SUCCESS, SECOND_FACTOR } from "../../service/http/rate-limits/limits.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/rate-limits.md"), "utf8")

/** Returns the rows of the table whose first column has this title, each as the texts of its cells. */
const rowsOf = (title: string): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = page.split("\n")
  const start = lines.findIndex((line) => new RegExp(`^\\| ${title} +\\|`).test(line))
  expect(start, title).toBeGreaterThan(-1)
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"))
  return lines.slice(start + 2, start + length).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )
}

const shown = (rate: Rate | null) => `${rate?.burst} at once, then ${rate?.perMinute} a minute`

/** Returns what an endpoint counts its calls by, from the account of a call with every field. */
const accountOf = ({ account, codeOf }: LimitedEndpoint) => {
  if (codeOf !== undefined) return "user of the code"
  const codes = { code: "c".repeat(48), login_code: "login code", polling_code: "polling code" }
  const found = account({ body: { email: "email", ...codes }, userId: "user" })
  if (found === null) return "none"
  return found.startsWith("ccc") ? "code" : found
}

it("shows the default of each kind", () => {
  const kinds = (["attempts", "requests"] as const).map((kind) => {
    const { perAccount, perAddress } = limitOf(undefined, kind)
    return [`\`${kind}\``, shown(perAccount), shown(perAddress)]
  })
  expect(rowsOf("kind")).toEqual(kinds)
})

it("shows the limit of second factors", () => {
  expect(page.replaceAll(/\s+/g, " ")).toContain(
    `${SECOND_FACTOR.burst} wrong ones at once, then one every ${1 / SECOND_FACTOR.perMinute} minutes`
  )
})

it("shows the limit of successful attempts with a password", () => {
  const { perAccount } = limitOf(undefined, "attempts")
  expect(page.replaceAll(/\s+/g, " ")).toContain(
    `${(perAccount?.burst ?? 0) / PASSWORD_SUCCESS} in succession from one address, ` +
      `then ${(perAccount?.perMinute ?? 0) / PASSWORD_SUCCESS} a minute`
  )
})

it("lists the limited endpoints with their kind and account, and no others", () => {
  const endpoints = [...limitedEndpoints].map(([name, limited]) => [
    `\`${name}\``,
    `\`${limited.kind}\``,
    accountOf(limited)
  ])
  expect(rowsOf("limited endpoint")).toEqual(endpoints)
})
