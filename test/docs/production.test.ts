/** The pages about `keystile serve` are up to date with the program. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { readConfiguration } from "../../service/production/read-configuration.ts"
import { type SettingDefinition, settingNames, settings } from "../../service/production/settings.ts"

const page = readFileSync(new URL("../../docs/production.md", import.meta.url), "utf8")

const code = (text: string) => `\`${text}\``

const defaultOf = ({ fallback }: SettingDefinition) =>
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

const problemsPage = readFileSync(new URL("../../docs/problems.md", import.meta.url), "utf8")

it.effect("quotes the mistakes of a configuration that the page of problems explains", () =>
  Effect.gen(function* () {
    const { problems } = yield* Effect.flip(
      readConfiguration({
        flags: { mail: "smtp://user:password@mail.example.com" },
        environment: { KEYSTILE_SECRETS: "short", KEYSTILE_PORTS: "1" }
      })
    )
    const quoted = [
      /KEYSTILE_\w+ is missing\./,
      /is no setting\. Did you mean/,
      /contains a password, which other users see in the list of processes\./,
      /needs at least 32 bytes\./
    ]
    for (const pattern of quoted) {
      const [message = ""] = problems.flatMap((problem) => pattern.exec(problem)?.[0] ?? [])
      assert.include(problemsPage, message.replace(/KEYSTILE_\w+/, "KEYSTILE_…"), String(pattern))
      assert.notStrictEqual(message, "", String(pattern))
    }
  })
)
