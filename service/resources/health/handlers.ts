/** Handles the health check. */
import { Effect } from "effect"
import { health } from "../../../core/api/health.ts"
import { implement } from "../../endpoint/implement.ts"
import { ProjectStore } from "../projects/project-store.ts"

export const handlers = [
  implement(
    health,
    Effect.fnUntraced(function* ({ query }) {
      const projects = yield* ProjectStore
      if (query?.db !== undefined) yield* projects.list
      return { status: "ok" as const }
    }),
    {
      // The content type of the protocol's health check has no charset.
      headers: { "content-type": "application/json" },
      // Ignores unknown query parameters, which probes may add.
      prepare: ({ query: { db }, ...received }) =>
        Effect.succeed({ ...received, query: db === undefined ? {} : { db } })
    }
  )
]
