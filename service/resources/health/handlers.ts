/** Is the service up? */
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
      // The wire's own health check states no charset.
      headers: { "content-type": "application/json" },
      // Probes add what they like to the address.
      prepare: ({ query: { db }, ...received }) =>
        Effect.succeed({ ...received, query: db === undefined ? {} : { db } })
    }
  )
]
