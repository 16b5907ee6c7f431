/** Checks that a list is well-formed and sorted: the whole file up to 4 MiB, 256 parts of a larger one. */
import { Effect } from "effect"
import { BreachedPasswordsUnusable, type ListFile, type ListUnreadable } from "./list-file.ts"
import { hashOfLine, lineProblem, MAX_LINE_BYTES } from "./list-line.ts"

const PART_BYTES = 16_384
const PARTS = 256

/** Returns the offsets of the parts. They do not overlap. */
const partsOf = (size: number): ReadonlyArray<number> =>
  Array.from({ length: PARTS }, (_, index) => Math.floor((index * (size - PART_BYTES)) / (PARTS - 1)))

/** Fails with what is wrong, and where. */
export const checkList = Effect.fnUntraced(function* (
  path: string,
  { read, size }: ListFile
): Effect.fn.Return<void, BreachedPasswordsUnusable | ListUnreadable> {
  const unusable = (problem: string) => new BreachedPasswordsUnusable({ path, problem })
  if (size === 0) return yield* unusable("it is empty.")
  const isWhole = size <= PARTS * PART_BYTES
  let previous = ""
  for (const from of isWhole ? [0] : partsOf(size)) {
    const lines = (yield* read(from, isWhole ? size : PART_BYTES)).split("\n")
    let offset = from
    for (const [index, line] of lines.entries()) {
      const start = offset
      offset += line.length + 1
      // A part begins and ends within a line. The last line of the file may have no line break.
      const isCut = (index === 0 && from > 0) || (index === lines.length - 1 && offset <= size)
      if ((isCut && line.length <= MAX_LINE_BYTES) || (line === "" && start === size)) continue
      const hash = hashOfLine(line)
      if (hash === null) return yield* unusable(lineProblem(line, start))
      if (hash < previous) {
        return yield* unusable(`the line at byte ${start} is out of order. Sort the list by its hashes.`)
      }
      previous = hash
    }
  }
})
