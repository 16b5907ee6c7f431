/**
 * Hooks that run at the end of a transaction. A webhook event about a user who is created in several statements is
 * written when all of them have run. A part that is rolled back takes its hooks with it.
 */
import { Context, Effect, Exit, identity } from "effect"

/** A hook at the end of a transaction. */
interface CommitHook {
  /** Runs within the transaction, after all other statements. */
  readonly before: Effect.Effect<void>
  /**
   * Runs after the transaction, if all of its statements succeeded. Also runs after a failed or interrupted commit,
   * which may have had its effect.
   */
  readonly after: Effect.Effect<void>
  /** Skips `after` unless the commit succeeded. Default: false. */
  readonly isSkippedUnlessCommitted?: boolean
}

interface HookCollection {
  readonly outer: HookCollection | null
  readonly hooks: Map<string, CommitHook>
}

const Current = Context.Reference<HookCollection | null>("keystile/service/CommitHooks", { defaultValue: () => null })

/** Runs at the end of each transaction, after its hooks. A transaction within another has none. */
export const EveryTransaction = Context.Reference<Effect.Effect<void>>("keystile/service/EveryTransaction", {
  defaultValue: () => Effect.void
})

const hasHook = (collected: HookCollection, name: string): boolean =>
  collected.hooks.has(name) || (collected.outer !== null && hasHook(collected.outer, name))

/** Adds a hook to the current transaction, unless it has a hook with the same name or with one of `others`. */
export const addCommitHook = (
  name: string,
  hook: CommitHook,
  others: ReadonlyArray<string> = []
): Effect.Effect<void> =>
  Effect.flatMap(Current, (collected) =>
    collected === null
      ? Effect.die(new Error(`The hook ${name} was added outside of a transaction`))
      : Effect.sync(() => {
          if (![name, ...others].some((other) => hasHook(collected, other))) collected.hooks.set(name, hook)
        })
  )

/** Runs a part of a transaction. If it succeeds, its hooks are added to the whole. */
export const withNestedCommitHooks = <A, E, R, E2>(
  part: Effect.Effect<A, E, R>,
  run: (part: Effect.Effect<A, E, R>) => Effect.Effect<A, E | E2, R>
): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Current, (outer) => {
    const own: HookCollection = { outer, hooks: new Map() }
    return Effect.tap(run(Effect.provideService(part, Current, own)), () =>
      Effect.sync(() => own.hooks.forEach((hook, name) => outer?.hooks.set(name, hook)))
    )
  })

/** Runs a transaction with its hooks. `run` may run it more than once. */
export const withCommitHooks = <A, E, R, E2>(
  run: (whole: Effect.Effect<A, E, R>) => Effect.Effect<A, E | E2, R>,
  transaction: Effect.Effect<A, E, R>
): Effect.Effect<A, E | E2, R> =>
  Effect.suspend(() => {
    /** The hooks of the last attempt whose statements all succeeded. */
    let completed: ReadonlyArray<CommitHook> = []
    const whole = Effect.suspend(() => {
      completed = []
      const own: HookCollection = { outer: null, hooks: new Map() }
      const withOwn = Effect.provideService(transaction, Current, own)
      return Effect.tap(withOwn, () => {
        const hooks = [...own.hooks.values()]
        return Effect.forEach(hooks, ({ before }) => before, { discard: true }).pipe(
          Effect.andThen(EveryTransaction.use(identity)),
          Effect.tap(() => Effect.sync(() => void (completed = hooks)))
        )
      })
    })
    return Effect.onExit(run(whole), (exit) =>
      Effect.forEach(
        completed.filter(({ isSkippedUnlessCommitted = false }) => Exit.isSuccess(exit) || !isSkippedUnlessCommitted),
        ({ after }) => after,
        { discard: true }
      )
    )
  })
