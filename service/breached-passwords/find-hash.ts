/** Finds a hash in a sorted list by binary search: about 22 reads of a file of 40 GB. */
import { Effect } from "effect"
import { type ListFile, ListUnreadable } from "./list-file.ts"
import { hashOfLine, lineProblem, MAX_LINE_BYTES } from "./list-line.ts"

/** The part that is read as a whole at the end, in bytes. */
const LAST_PART = 16_384

const readHash = (line: string, offset: number) => {
  const hash = hashOfLine(line)
  return hash === null ? Effect.fail(new ListUnreadable({ problem: lineProblem(line, offset) })) : Effect.succeed(hash)
}

/** Returns whether the list has a hash, which is given in capitals. */
export const findHash = Effect.fnUntraced(function* ({ read, size }: ListFile, wanted: string) {
  // Lines before `low` are smaller, and lines from `high` on are greater. Both are the starts of lines.
  let low = 0
  let high = size
  while (high - low > LAST_PART) {
    const middle = low + Math.floor((high - low) / 2)
    const [rest = "", line = "", ...more] = (yield* read(middle, 2 * MAX_LINE_BYTES)).split("\n")
    const start = middle + rest.length + 1
    if (more.length === 0) return yield* new ListUnreadable({ problem: lineProblem(line, start) })
    const hash = yield* readHash(line, start)
    if (hash === wanted) return true
    if (hash < wanted) low = start
    else high = start
  }
  let offset = low
  for (const line of (yield* read(low, high - low)).split("\n")) {
    // Behind the last line break.
    if (line === "") break
    const hash = yield* readHash(line, offset)
    if (hash === wanted) return true
    offset += line.length + 1
  }
  return false
})
