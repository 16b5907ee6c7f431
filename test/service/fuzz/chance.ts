/** Choices that are the same again for the same seed. */
import { Effect, Random } from "effect"

export interface Chance {
  /** From 0 up to, and not with, `end`. */
  readonly below: (end: number) => number
  /** True with this probability. */
  readonly is: (share: number) => boolean
  readonly of: <A>(values: ReadonlyArray<A>) => A
  /** One of these, as often as their weights say. */
  readonly weighted: <A>(values: ReadonlyArray<readonly [weight: number, value: A]>) => A
}

export const chance = (seed: string): Chance => {
  const random = Effect.runSync(Random.withSeed(Random.Random, seed))
  const below = (end: number) => Math.floor(random.nextDoubleUnsafe() * end)
  const of = <A>(values: ReadonlyArray<A>): A => {
    const [first] = values.slice(below(values.length))
    if (first === undefined) throw new Error("There is nothing to choose from")
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
