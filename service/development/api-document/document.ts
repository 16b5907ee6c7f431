/**
 * Generates the API document (OpenAPI 3.1) from the contract in `core/api`.
 *
 * It imports the whole contract and Effect's HttpApi, so it is loaded on demand.
 */
import { Array as Arrays, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import type { ListedEndpoint } from "../../../core/api/endpoints.ts"
import * as resources from "../../../core/api/index.ts"
import { type AnyKnownError, errorBody } from "../../../core/errors/known-error.ts"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import type { InputSchema } from "../../../core/http/endpoint.ts"
import { fullPath } from "../../../core/http/path.ts"
import { kebabCase } from "../../../core/schema/names.ts"
import type { Tier } from "../../../core/schema/tier.ts"
import { WIRE_VERSION } from "../../resources/about/client-version.ts"
import { entities } from "./entities.ts"
import { completeOperation } from "./operation.ts"
import { makeReadable } from "./readable.ts"
import { securitySchemes } from "./security.ts"

/** One tier, or all of them. */
export type DocumentView = Tier | "all"

/** A route with its variants, each for other tiers or another body. */
interface DocumentRoute {
  readonly resource: string
  /** The name of its first variant, e.g. `getMe`. */
  readonly operation: string
  readonly first: ListedEndpoint
  readonly forms: ReadonlyArray<ListedEndpoint>
}

const isEndpoint = (value: unknown): value is ListedEndpoint =>
  typeof value === "object" && value !== null && "path" in value && "method" in value

const isVisible = ({ tiers }: ListedEndpoint, view: DocumentView) =>
  view === "all" || tiers.length === 0 || tiers.includes(view)

const routesOf = (view: DocumentView): ReadonlyArray<DocumentRoute> => {
  const routes = new Map<string, DocumentRoute>()
  for (const [name, resource] of Object.entries<Readonly<Record<string, unknown>>>(resources)) {
    for (const [operation, endpoint] of Object.entries(resource)) {
      if (!isEndpoint(endpoint) || !isVisible(endpoint, view)) continue
      const known = routes.get(endpoint.name) ?? {
        resource: name.replace(/Api$/, ""),
        operation,
        first: endpoint,
        forms: []
      }
      routes.set(endpoint.name, { ...known, forms: [...known.forms, endpoint] })
    }
  }
  return [...routes.values()]
}

const schemaOf = ({ ast }: InputSchema): Schema.Top => Schema.make<Schema.Top>(ast)

const bodyOf = ({ encoding, schemas: { body } }: ListedEndpoint) =>
  body === undefined
    ? []
    : [encoding === "form" ? schemaOf(body).pipe(HttpApiSchema.asFormUrlEncoded()) : schemaOf(body)]

const successOf = ({ responseFormat, status, success }: ListedEndpoint) =>
  responseFormat === "redirect"
    ? HttpApiSchema.Empty(status)
    : responseFormat === "text"
      ? Schema.String.pipe(HttpApiSchema.asText(), HttpApiSchema.status(status))
      : schemaOf(success).pipe(HttpApiSchema.status(status))

const errorOf = (known: AnyKnownError) => schemaOf(errorBody(known)).annotate({ identifier: known.code })

const unique = (errors: ReadonlyArray<AnyKnownError>) => [
  ...new Map(errors.map((known) => [known.code, known])).values()
]

const abbreviations = new Set(["Mfa", "Otp"])

/** `getMe` → `Get me`, `ContactChannels` → `Contact channels`. */
const titleOf = (name: string) => {
  if (abbreviations.has(name)) return name.toUpperCase()
  const words = name.startsWith("OAuth")
    ? `OAuth${kebabCase(name.slice("OAuth".length)).replaceAll("-", " ")}`
    : kebabCase(name).replaceAll("-", " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const describe = ({ first: { requires, session }, forms }: DocumentRoute): string => {
  const tiers = [...new Set(forms.flatMap((form) => form.tiers))]
  return [
    tiers.length === 0 ? "Open to all callers." : `For the ${tiers.join(", ")} tier${tiers.length === 1 ? "" : "s"}.`,
    ...(session === "current" ? ["Acts for the user of the access token."] : []),
    ...(requires.includes("user") ? ["Needs a user."] : []),
    ...(requires.includes("refreshToken") ? ["Needs the refresh token."] : [])
  ].join(" ")
}

const operationOf = (route: DocumentRoute, view: DocumentView) => {
  const { first, forms, operation } = route
  const path = fullPath(first)
  // The query of the server tier includes that of the client tier.
  const { query } = (forms.at(-1) ?? first).schemas
  const errors = unique(forms.flatMap((form) => form.errors))
  return HttpApiEndpoint.make(first.method)(operation, `/${path.slice(1)}`, {
    ...(first.schemas.params && { params: schemaOf(first.schemas.params) }),
    ...(query && { query: schemaOf(query) }),
    ...(first.method !== "GET" && first.method !== "DELETE" && { payload: forms.flatMap(bodyOf) }),
    success: forms.map(successOf),
    error: errors.map((known) => errorOf(known).pipe(HttpApiSchema.status(known.status)))
  }).annotateMerge(
    OpenApi.annotations({
      summary: titleOf(operation),
      description: describe(route),
      transform: completeOperation({ first, errors, tiers: forms.flatMap(({ tiers }) => tiers), view })
    })
  )
}

const description = (view: DocumentView) =>
  `${view === "all" ? "All tiers." : `What the ${view} tier may call.`} Times are epoch milliseconds. ` +
  "Requests are read strictly, so an unknown property is refused; responses may get more properties than are listed " +
  "here.\n\n" +
  "The response of an error that has a code is a JSON body `{code, error, details?}` and its code in the header " +
  "`X-Stack-Known-Error`. With the request header `X-Stack-Override-Error-Status` every status from 400 to 599 " +
  "becomes 200, and the true one is in `X-Stack-Actual-Status`. Errors without a code are plain text.\n\n" +
  "Besides its own errors any call may get one about its form, its keys or its tokens:\n\n" +
  commonErrors.map(({ code, status }) => `- ${status} \`${code}\``).join("\n")

/** Returns the document of a view. */
export const apiDocument = (view: DocumentView) => {
  const routes = routesOf(view)
  const groups = Object.entries(Arrays.groupBy(routes, ({ resource }) => resource)).map(([resource, own]) =>
    HttpApiGroup.make(resource)
      .add(...Arrays.map(own, (route) => operationOf(route, view)))
      .annotate(OpenApi.Title, titleOf(resource))
  )
  if (!Arrays.isArrayNonEmpty(groups)) throw new Error("The contract is empty")
  const api = HttpApi.make("keystile")
    .add(...groups)
    .annotate(HttpApi.AdditionalSchemas, [...entities, ...commonErrors.map(errorOf)])
    .annotateMerge(
      OpenApi.annotations({
        title: "Keystile",
        version: WIRE_VERSION,
        description: description(view),
        transform: (spec) => makeReadable({ ...spec, components: { ...spec["components"], securitySchemes } })
      })
    )
  return OpenApi.fromApi(api)
}
