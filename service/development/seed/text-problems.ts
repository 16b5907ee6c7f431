/** Finds what no database stores, before the seed is decoded: code that decodes is recursive. */
import type { SeedProblem } from "./seed-invalid.ts"

/** The most levels of objects and arrays. */
const MAX_DEPTH = 100

/** The most problems that are reported. */
const MAX_PROBLEMS = 20

/** With the flag u, a pair of surrogates does not match. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** Keys of fields that are stored as JSON, where a surrogate is an escape. */
const METADATA = /Metadata$/

interface Visit {
  readonly value: unknown
  readonly path: SeedProblem["path"]
}

/**
 * Returns a problem for each text with a NUL character or half a character, and for each value below too many levels.
 */
export const textProblems = (input: unknown): ReadonlyArray<SeedProblem> => {
  const problems: Array<SeedProblem> = []
  const stack: Array<Visit> = [{ value: input, path: [] }]
  const report = (path: SeedProblem["path"], reason: string) =>
    problems.push({ path, text: `${path.map((key) => String(key).slice(0, 100)).join(".")}: ${reason}` })
  const check = (text: string, path: SeedProblem["path"]) => {
    // PostgreSQL cannot store it.
    if (text.includes("\0")) report(path, "Expected a text without U+0000")
    // UTF-8 cannot encode it.
    else if (LONE_SURROGATE.test(text) && !path.some((key) => METADATA.test(String(key)))) {
      report(path, "Expected a text without half a character")
    }
  }
  for (let visit = stack.pop(); visit !== undefined && problems.length < MAX_PROBLEMS; visit = stack.pop()) {
    const { path, value } = visit
    if (typeof value === "string") check(value, path)
    if (typeof value !== "object" || value === null) continue
    if (path.length >= MAX_DEPTH) {
      report(path.slice(0, 5), `Expected at most ${MAX_DEPTH} levels`)
      continue
    }
    for (const key of Object.keys(value)) {
      if (!Array.isArray(value)) check(key, [...path, key])
      stack.push({ value: Reflect.get(value, key), path: [...path, key] })
    }
  }
  return problems
}
