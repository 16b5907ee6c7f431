/** Seeded random choices. */
import { Effect, Random } from "effect"

export interface Chance {
  /** Returns an integer from 0 to `end` - 1. */
  readonly below: (end: number) => number
  /** Returns true with this probability. */
  readonly is: (share: number) => boolean
  readonly of: <A>(values: ReadonlyArray<A>) => A
  /** Returns one of the values, with a probability proportional to its weight. */
  readonly weighted: <A>(values: ReadonlyArray<readonly [weight: number, value: A]>) => A
}

export const chance = (seed: string): Chance => {
  const random = Effect.runSync(Random.withSeed(Random.Random, seed))
  const below = (end: number) => Math.floor(random.nextDoubleUnsafe() * end)
  const of = <A>(values: ReadonlyArray<A>): A => {
    const [first] = values.slice(below(values.length))
    if (first === undefined) throw new Error("Cannot choose from an empty list")
    return first
  }
  return {
    below,
    is: (share) => random.nextDoubleUnsafe() < share,
    of,
    weighted: (values) => {
      let rest = random.nextDoubleUnsafe() * values.reduce((sum, [weight]) => sum + weight, 0)
      return (values.find(([weight]) => (rest -= weight) < 0) ?? of(values))[1]
    }
  }
}
