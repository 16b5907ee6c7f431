/** Reads a snapshot outside of `KeystileProvider`, which reads its own and ignores an invalid one. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { answersIn, type SnapshotAnswers } from "./snapshot.ts"

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

/** Reads the session and the user of a project from a snapshot. */
export const readSnapshot = (snapshot: unknown, projectId: string): Effect.Effect<SnapshotAnswers, SnapshotRejected> =>
  Effect.flatMap(answersIn(snapshot), (answers) => {
    if (answers === null) return Effect.fail(new SnapshotRejected({ problem: "no-snapshot" }))
    return answers.projectId === projectId
      ? Effect.succeed(answers)
      : Effect.fail(new SnapshotRejected({ problem: "other-project" }))
  })
