/**
 * Configures whether a commit returns after or before its write to the disk.
 *
 * A change that a response confirms must survive a power failure, so its commit is synchronous. Other changes, such as
 * the time of a user's last activity, need not. On SQLite they still survive a crash of the process.
 */
import { Context, Effect } from "effect"

export const SynchronousCommit = Context.Reference<boolean>("keystile/service/SynchronousCommit", {
  defaultValue: () => true
})

/** Runs statements with an asynchronous commit, unless they are part of another transaction. */
export const withoutSynchronousCommit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> =
  Effect.provideService(SynchronousCommit, false)
