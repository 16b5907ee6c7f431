/** The texts that `keystile serve --check` prints. */
import type { Check } from "../../../service/production/checks/check.ts"
import { describeConfiguration } from "../../../service/production/describe-configuration.ts"
import type { ReadConfiguration } from "../../../service/production/read-configuration.ts"
import { printable, style } from "../../output/terminal-text.ts"

/** Returns the mistakes of a configuration, one a line, or as one line of JSON. */
export const invalidReport = (problems: ReadonlyArray<string>, json: boolean): string =>
  json
    ? JSON.stringify({ ok: false, problems })
    : ["", ...problems.map((problem) => `  ${style("red", "✗")} ${printable(problem)}`), ""].join("\n")

const marks = {
  passed: style("green", "✓"),
  warning: style("yellow", "!"),
  failed: style("red", "✗")
} as const satisfies Record<Check["outcome"], string>

/** Returns the configuration with the source of each value, and the results of the checks. */
export const checkReport = (given: ReadConfiguration, checks: ReadonlyArray<Check>, json: boolean): string => {
  const described = describeConfiguration(given)
  if (json) {
    return JSON.stringify({
      ok: checks.every(({ outcome }) => outcome !== "failed"),
      settings: Object.fromEntries(described.map(({ name, source, value }) => [name, { value, source }])),
      checks
    })
  }
  const settings = described.map(({ name, source, value }) => [name, printable(value), printable(source)] as const)
  const rows = [["SETTING", "VALUE", "SOURCE"] as const, ...settings]
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length))
  const [first, second] = [width(0), width(1)]
  return [
    "",
    ...rows.map(([name, value, source], index) => {
      const line = `  ${name.padEnd(first)}  ${value.padEnd(second)}  ${source}`
      return index === 0 ? style("dim", line) : line
    }),
    "",
    ...checks.map(({ detail, name, outcome }) => `  ${marks[outcome]} ${name.padEnd(first - 2)}  ${printable(detail)}`),
    ""
  ].join("\n")
}
