/**
 * Configures whether a commit waits for the disk.
 *
 * A change that a response confirms must survive a power failure, so its commit waits. Other changes, such as the
 * time of a user's last activity, need not. On SQLite they still survive a crash of the process.
 */
import { Context, Effect } from "effect"

export const SynchronousCommit = Context.Reference<boolean>("keystile/service/SynchronousCommit", {
  defaultValue: () => true
})

/** Runs statements whose commit does not wait, unless they are part of another transaction. */
export const withoutSynchronousCommit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> =
  Effect.provideService(SynchronousCommit, false)
