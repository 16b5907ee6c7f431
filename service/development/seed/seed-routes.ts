/**
 * Seeds of a running service, on the control API.
 *
 * ```
 * GET  /_keystile/seed          { has_start_seed, undo_at_millis, projects, users, teams }
 * GET  /_keystile/seed/export   { seed, left_out: [{ what, count }] }: the present state
 * POST /_keystile/seed/import   { text, replace } → { projects, users, teams }; `text` is that of a seed file
 * POST /_keystile/seed/reset    { to: "start" | "empty" } → { projects, users, teams }
 * POST /_keystile/seed/undo     {} → { projects, users, teams }: the state before the last import or reset
 * ```
 *
 * A file with problems is refused as a whole, with a line for each: `{ error, problems: ["Line 12, column 9: …"] }`.
 */
import { Effect, Schema } from "effect"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { controlRoute, problem } from "../control/route.ts"
import { exportSeed } from "./export-seed.ts"
import { importSeed, resetToEmpty, resetToStart, summarize, undoLast } from "./replace-state.ts"
import { parseSeedFile, problemLines } from "./seed-file.ts"
import type { SeedInvalid } from "./seed-invalid.ts"
import { SeedSettings } from "./seed-settings.ts"

/** The maximum length of an import, in bytes. */
const IMPORT_LIMIT = 50_000_000

const summary = { projects: Schema.Int, users: Schema.Int, teams: Schema.Int }
const encodeState = Schema.encodeEffect(
  wire({ ...summary, hasStartSeed: Schema.Boolean, undoAt: Schema.NullOr(Millis) }, { undoAt: "undo_at_millis" })
)

/** Refuses a change because of the state of the service. */
const conflictProblem = ({ message }: { readonly message: string }) => problem(409, message)

/** Refuses a seed that fits neither to itself nor to the present state. */
const unusableSeed = (error: SeedInvalid, text: string | null) =>
  problem(
    400,
    "The seed cannot be used. Nothing was changed.",
    text === null ? error.problems.slice(0, 20) : problemLines(text, error)
  )

export const controls = [
  controlRoute(
    "GET",
    "/seed",
    {},
    Effect.fnUntraced(function* () {
      const { start, undo } = yield* SeedSettings
      const counts = yield* summarize
      const undoAt = undo === null ? null : new Date(undo.at)
      return yield* Effect.orDie(encodeState({ ...counts, hasStartSeed: start !== null, undoAt }))
    })
  ),

  controlRoute("GET", "/seed/export", {}, () =>
    exportSeed.pipe(
      Effect.map(({ leftOut, seed }) => ({ seed, left_out: leftOut })),
      Effect.catchTag("StateTooLarge", conflictProblem)
    )
  ),

  controlRoute(
    "POST",
    "/seed/import",
    {
      body: Schema.Struct({ text: Schema.String, replace: Schema.Boolean }),
      bodyLimit: IMPORT_LIMIT,
      longFields: ["text"]
    },
    ({ body: { replace, text } }) =>
      parseSeedFile(text).pipe(
        Effect.flatMap((seed) => importSeed(seed, replace)),
        Effect.catchTags({ SeedInvalid: (error) => unusableSeed(error, text), StateTooLarge: conflictProblem })
      )
  ),

  controlRoute(
    "POST",
    "/seed/reset",
    { body: Schema.Struct({ to: Schema.Literals(["start", "empty"]) }) },
    ({ body }) =>
      (body.to === "start" ? resetToStart : resetToEmpty).pipe(
        Effect.catchTags({
          SeedInvalid: (error) => unusableSeed(error, null),
          NoStartSeed: conflictProblem,
          StateTooLarge: conflictProblem
        })
      )
  ),

  controlRoute("POST", "/seed/undo", {}, () =>
    undoLast.pipe(
      Effect.catchTags({
        SeedInvalid: (error) => unusableSeed(error, null),
        NothingToUndo: conflictProblem,
        StateTooLarge: conflictProblem
      })
    )
  )
]
