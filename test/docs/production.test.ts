/** The table of settings in `docs/production.md` is that of the program. */
import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { type Setting, settingNames, settings } from "../../service/production/settings.ts"

const page = readFileSync(new URL("../../docs/production.md", import.meta.url), "utf8")

const code = (text: string) => `\`${text}\``

const defaultOf = ({ fallback }: Setting) =>
  fallback === undefined ? "required" : fallback === null ? "" : code(String(fallback))

const rows = settingNames.map((name) => {
  const setting = settings[name]
  const flag = setting.flag === null ? "none" : code(`--${setting.flag} ${setting.metavar.replaceAll("|", "\\|")}`)
  return [code(name), flag, code(setting.variable), defaultOf(setting), setting.description]
})

/** Compares cells, because Prettier aligns the columns. */
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

it("lists each setting of keystile serve with its flag, variable, default and meaning", () => {
  const [, table = ""] = /<!-- settings -->\n+([^]*?)\n+<!-- \/settings -->/.exec(page) ?? []
  const [, , ...lines] = table.split("\n")
  assert.deepStrictEqual(lines.map(cellsOf), rows)
})
