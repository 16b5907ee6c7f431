/** Serves the API document as JSON and as a page. Neither is in the contract that it describes. */
import { Effect, Schema } from "effect"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { wire } from "../../../core/schema/wire.ts"
import { RawResponse } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import type { DocumentView } from "./document.ts"

const query = wire({ tier: Schema.optionalKey(Schema.Literals(["client", "server", "admin", "all"])) })

const open = { tiers: [], prefix: "", success: Schema.String } as const

/** The JSON and the page of a view. */
interface RenderedView {
  readonly json: string
  readonly page: string
  readonly pageHeaders: Readonly<Record<string, string>>
}

const renderedViews = new Map<DocumentView, RenderedView>()

/** Rendered for the first request, since few services get one. */
const render = Effect.fnUntraced(function* (view: DocumentView) {
  const known = renderedViews.get(view)
  if (known !== undefined) return known
  const { apiDocument, apiPage, pageHeaders } = yield* Effect.promise(() => import("./rendering.ts"))
  const document = apiDocument(view)
  const made = { json: JSON.stringify(document), page: apiPage(document, view), pageHeaders }
  renderedViews.set(view, made)
  return made
})

const okResponse = (type: string, body: string, headers: Readonly<Record<string, string>>) =>
  new RawResponse({
    response: { status: 200, headers: { "content-type": `${type}; charset=utf-8`, ...headers }, body }
  })

export const handlers = [
  implement(
    Endpoint.get("/openapi.json", { ...open, query }),
    Effect.fnUntraced(function* ({ query }) {
      return yield* okResponse("application/json", (yield* render(query?.tier ?? "all")).json, {})
    })
  ),

  implement(
    Endpoint.get("/openapi", { ...open, query }),
    Effect.fnUntraced(function* ({ query }) {
      const { page, pageHeaders } = yield* render(query?.tier ?? "all")
      return yield* okResponse("text/html", page, pageHeaders)
    })
  )
]
