/** Reads a snapshot outside of `KeystileProvider`, which reads its own and ignores an invalid one. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { includedUser } from "../calls/user-state.ts"
import { decodeSnapshot, type SnapshotContent } from "./snapshot.ts"

/** The users whom `readSnapshot` returns. By default neither restricted nor anonymous ones. */
export interface ReadSnapshotOptions {
  /** `anonymous-if-exists` returns an anonymous user, too. Default `return-null`. */
  readonly or?: "return-null" | "anonymous-if-exists" | undefined
  /**
   * Also returns a user who may not use the application yet (`isRestricted`). Default `false`: such a user is not
   * signed in. Included with `anonymous-if-exists`.
   */
  readonly includeRestricted?: boolean | undefined
}

/** The value is not a snapshot, or the snapshot is of another project. */
export class SnapshotRejected extends Data.TaggedError("SnapshotRejected")<{
  readonly problem: "no-snapshot" | "other-project"
}> {
  override get message(): string {
    return this.problem === "no-snapshot"
      ? "This is no snapshot, or one that another version took."
      : "The snapshot is of another project than the provider's."
  }
}

/**
 * Reads the session and the user of a project from a snapshot. A restricted or anonymous user is `null`, unless the
 * options include it.
 */
export const readSnapshot = (
  snapshot: unknown,
  projectId: string,
  options: ReadSnapshotOptions = {}
): Effect.Effect<SnapshotContent, SnapshotRejected> =>
  Effect.flatMap(decodeSnapshot(snapshot), (content) => {
    if (content === null) return Effect.fail(new SnapshotRejected({ problem: "no-snapshot" }))
    if (content.projectId !== projectId) return Effect.fail(new SnapshotRejected({ problem: "other-project" }))
    const { user } = content
    return Effect.succeed(user === undefined ? content : { ...content, user: includedUser(user, options) })
  })
