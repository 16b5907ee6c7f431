/** Validates a seed as a whole, before anything is written. */
import { Effect, Schema } from "effect"
import { lineOf, problemsOf } from "../../validation/schema-error.ts"
import { problemsBetween } from "./problems-between.ts"
import { Seed, type SeedInput } from "./seed.ts"
import { SeedInvalid } from "./seed-invalid.ts"
import { textProblems } from "./text-problems.ts"

const decode = Schema.decodeUnknownEffect(Seed, { onExcessProperty: "error", errors: "all" })

/**
 * Validates a seed from any source.
 *
 * @internal
 */
export const readSeed = Effect.fnUntraced(function* (input: unknown): Effect.fn.Return<Seed, SeedInvalid> {
  const unstorable = textProblems(input)
  if (unstorable.length > 0) return yield* new SeedInvalid({ details: unstorable })
  const seed = yield* decode(input).pipe(
    Effect.mapError(
      ({ issue }) =>
        new SeedInvalid({
          details: problemsOf(issue, { listKnownKeys: true }).map((problem) => ({
            path: problem.path,
            text: lineOf(problem).replace(/^: /, "")
          }))
        })
    )
  )
  const details = problemsBetween(seed)
  return details.length === 0 ? seed : yield* new SeedInvalid({ details })
})

/** Validates a seed and returns it for passing on. */
export const checkSeed = (input: unknown): Effect.Effect<SeedInput, SeedInvalid> =>
  Effect.flatMap(readSeed(input), (seed) => Effect.orDie(Schema.encodeEffect(Seed)(seed)))
