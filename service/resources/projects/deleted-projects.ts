import { Context, type Effect } from "effect"

/** Deletes the rows of deleted projects. See `service/pruning/delete-project-rows.ts`. */
export class DeletedProjects extends Context.Service<
  DeletedProjects,
  {
    /**
     * Deletes the rows of deleted projects, and returns the number of those that were deleted in batches. Each statement
     * deletes a bounded number of rows, besides those that refer to them, and is a transaction of its own. Continues
     * with projects that are deleted meanwhile. May leave the rest to another process that deletes rows at the same
     * time. Raises no webhook events.
     */
    readonly prune: Effect.Effect<number>
    /** Starts `prune` in the background. Returns at once and does not fail. */
    readonly startPruning: Effect.Effect<void>
  }
>()("keystile/service/DeletedProjects") {}
