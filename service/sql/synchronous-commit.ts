/**
 * Whether a write waits for the disk.
 *
 * What a caller is told has happened must survive even the death of the machine, so writes wait. What nobody is told,
 * such as when a user was last seen, need not: on SQLite it survives the death of the process all the same.
 */
import { Context, Effect } from "effect"

export const SynchronousCommit = Context.Reference<boolean>("keystile/service/SynchronousCommit", {
  defaultValue: () => true
})

/** Runs statements that do not wait, unless they are part of a transaction that does. */
export const withoutSynchronousCommit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> =
  Effect.provideService(SynchronousCommit, false)
