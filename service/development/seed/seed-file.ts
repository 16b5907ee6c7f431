/** Reads the text of a seed file, and finds the lines of its problems. */
import { Effect } from "effect"
import { indexOfPath, positionOf, wrongIndex } from "../../../core/json/json-position.ts"
import { type SeedInvalid, seedInvalid } from "./seed-invalid.ts"

/** The most problems that are reported with their lines. */
const MAX_LINES = 20

/** Parses the text of a seed file. A byte order mark is ignored. */
export const parseSeedFile = (text: string): Effect.Effect<unknown, SeedInvalid> =>
  Effect.try({
    try: (): unknown => JSON.parse(text.replace(/^\uFEFF/, "")),
    catch: () => seedInvalid([], "it is no JSON")
  })

const lineAt = (text: string, index: number) => {
  const { column, line } = positionOf(text, index)
  return `Line ${line}, column ${column}`
}

/** Returns a text for each problem, with the line in the file. No text quotes the file, which may contain passwords. */
export const problemLines = (fileText: string, { details }: SeedInvalid): ReadonlyArray<string> => {
  const text = fileText.replace(/^\uFEFF/, "")
  const wrong = wrongIndex(text)
  if (text.trim() === "") return ["The file is empty."]
  if (wrong !== null) {
    const what = wrong >= text.trimEnd().length ? "The JSON ends too early." : "This is no valid JSON."
    return [`${lineAt(text, wrong)}: ${what}`]
  }
  const shown = details.slice(0, MAX_LINES).map((problem) => {
    return `${lineAt(text, indexOfPath(text, problem.path))}: ${problem.text}`
  })
  return details.length > MAX_LINES ? [...shown, `and ${details.length - MAX_LINES} more.`] : shown
}
