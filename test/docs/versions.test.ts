/** Tests that the pages list the published clients that the tests run, and what each of them has. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { clientVersions, firstVersions, isSince, screenVersions } from "../service/upstream/published-versions.ts"

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8")
const page = read("docs/wire/versions.md")
const inWords = (texts: ReadonlyArray<string>) => texts.join(", ").replace(/, (?=[^,]*$)/, " and ")
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())
/** Returns the row of the page's tables with this first cell. */
const rowOf = (first: string) =>
  page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map(cellsOf)
    .find(([cell]) => cell === first)

it("README.md lists the tested versions", () => {
  const lines = read("README.md").split("\n")
  expect(lines.find((line) => line.includes("`@stackframe/js`"))).toContain(`tested in ${inWords(clientVersions)} `)
  expect(lines.find((line) => line.includes("`@stackframe/react`"))).toContain(
    `tested in ${inWords(screenVersions)} with`
  )
})

it("the table of journeys has a column for each tested version of the client", () => {
  expect(rowOf("journey")).toEqual(["journey", ...clientVersions])
})

it.each(Object.entries(firstVersions))("the table shows which versions have the journey: %s", (journey, first) => {
  const cells = clientVersions.map((version) => (isSince(version, first) ? "yes" : "–"))
  expect(rowOf(journey)).toEqual([journey, ...cells])
})

it("the page lists the tested versions of the screens", () => {
  expect(page.replaceAll(/\s+/g, " ")).toContain(`tested in Chromium, in version ${inWords(screenVersions)}:`)
})
