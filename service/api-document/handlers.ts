/** The API document, for programs and for people. Neither is part of the contract that it describes. */
import { Effect, Schema } from "effect"
import * as Endpoint from "../../core/http/endpoint.ts"
import { wire } from "../../core/schema/wire.ts"
import { EarlyAnswer, plain } from "../endpoint/early-answer.ts"
import { implement } from "../endpoint/implement.ts"
import type { View } from "./document.ts"
import { pageHeaders, SCRIPT_PATH, viewerPage, viewerScript } from "./viewer.ts"

const query = wire({ tier: Schema.optionalKey(Schema.Literals(["client", "server", "admin", "all"])) })

const open = { tiers: [], prefix: "", success: Schema.String } as const

const built = new Map<View, string>()

/** Made when it is first asked for, and loaded then: few who start a service ever do. */
const documentOf = Effect.fnUntraced(function*(view: View) {
  const known = built.get(view)
  if (known !== undefined) return known
  const { apiDocument } = yield* Effect.promise(() => import("./document.ts"))
  const text = JSON.stringify(apiDocument(view))
  built.set(view, text)
  return text
})

const answer = (type: string, body: string, headers: Readonly<Record<string, string>>) =>
  new EarlyAnswer({ answer: { status: 200, headers: { "content-type": `${type}; charset=utf-8`, ...headers }, body } })

export const handlers = [
  implement(
    Endpoint.get("/openapi.json", { ...open, query }),
    Effect.fnUntraced(function*({ query }) {
      return yield* answer("application/json", yield* documentOf(query?.tier ?? "all"), {})
    })
  ),

  implement(
    Endpoint.get("/openapi", { ...open, query }),
    ({ query }) => answer("text/html", viewerPage(query?.tier ?? "all"), pageHeaders)
  ),

  implement(
    Endpoint.get(SCRIPT_PATH, open),
    Effect.fnUntraced(function*() {
      const script = yield* viewerScript
      if (script === null) return yield* plain(404, "The viewer is not part of this program. The document is at /openapi.json.")
      return yield* answer("text/javascript", script, { "cache-control": "max-age=3600" })
    })
  )
]
