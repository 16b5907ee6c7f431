/**
 * The last steps of a transaction: what can only be written when everything else of it is, such as what a webhook says
 * about a user who is made in several statements. Whatever is undone takes its last steps with it.
 */
import { Context, Effect } from "effect"

/** Something to do at the end of a transaction. */
export interface CommitHook {
  /** Within the transaction, after everything else. */
  readonly before: Effect.Effect<void>
  /** When the transaction is over. It may have failed. */
  readonly after: Effect.Effect<void>
}

interface Collected {
  readonly outer: Collected | null
  readonly steps: Map<string, CommitHook>
}

const Current = Context.Reference<Collected | null>("keystile/service/CommitHooks", { defaultValue: () => null })

const isPlanned = (collected: Collected, name: string): boolean =>
  collected.steps.has(name) || (collected.outer !== null && isPlanned(collected.outer, name))

/**
 * Plans a last step of the transaction that runs, once for each name, and not at all if the transaction has planned one
 * of the others.
 */
export const addCommitHook = (
  name: string,
  step: CommitHook,
  others: ReadonlyArray<string> = []
): Effect.Effect<void> =>
  Effect.flatMap(Current, (collected) =>
    collected === null
      ? Effect.die(new Error(`${name} is a last step, but there is no transaction`))
      : Effect.sync(() => {
          if (![name, ...others].some((planned) => isPlanned(collected, planned))) collected.steps.set(name, step)
        })
  )

/** Runs a part of a transaction. When it succeeds its last steps become those of the whole. */
export const withNestedCommitHooks = <A, E, R, E2>(
  part: Effect.Effect<A, E, R>,
  run: (part: Effect.Effect<A, E, R>) => Effect.Effect<A, E | E2, R>
): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Current, (outer) => {
    const own: Collected = { outer, steps: new Map() }
    return Effect.tap(run(Effect.provideService(part, Current, own)), () =>
      Effect.sync(() => own.steps.forEach((step, name) => outer?.steps.set(name, step)))
    )
  })

/** Runs a whole transaction, which `run` may do more than once, with its last steps. */
export const withCommitHooks = <A, E, R, E2>(
  run: (whole: Effect.Effect<A, E, R>) => Effect.Effect<A, E | E2, R>,
  transaction: Effect.Effect<A, E, R>
): Effect.Effect<A, E | E2, R> =>
  Effect.suspend(() => {
    let last: ReadonlyArray<CommitHook> = []
    const whole = Effect.suspend(() => {
      const own: Collected = { outer: null, steps: new Map() }
      const withOwn = Effect.provideService(transaction, Current, own)
      return Effect.tap(withOwn, () => {
        last = [...own.steps.values()]
        return Effect.forEach(last, ({ before }) => before, { discard: true })
      })
    })
    return Effect.ensuring(
      run(whole),
      Effect.suspend(() => Effect.forEach(last, ({ after }) => after, { discard: true }))
    )
  })
