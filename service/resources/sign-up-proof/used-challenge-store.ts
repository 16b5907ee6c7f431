/** Stores the challenges whose solutions were used, until they expire. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { exists } from "../../sql/rows.ts"

interface UsedChallenge {
  readonly projectId: string
  readonly challenge: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export class UsedChallengeStore extends Context.Service<
  UsedChallengeStore,
  {
    /** Returns whether this is the first use. Of concurrent uses the database accepts one. */
    readonly use: (challenge: UsedChallenge) => Effect.Effect<boolean>
  }
>()("keystile/service/UsedChallengeStore") {}

export const layer: Layer.Layer<UsedChallengeStore, never, SqlClient.SqlClient> = Layer.effect(
  UsedChallengeStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    UsedChallengeStore.of({
      use: ({ challenge, expiresAt, projectId }) =>
        exists(sql`
          INSERT INTO used_challenges (challenge, project_id, expires_at)
          VALUES (${challenge}, ${projectId}, ${expiresAt})
          ON CONFLICT (challenge) DO NOTHING
          RETURNING challenge`)
    })
  )
)
