/** The OpenAPI document and the page that renders it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { endpoints, type ListedEndpoint } from "../../../core/api/endpoints.ts"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import { send, service } from "../fixture.ts"

const Response = Schema.Struct({
  description: Schema.String,
  headers: Schema.optionalKey(
    Schema.Record(
      Schema.String,
      Schema.Struct({
        schema: Schema.Struct({ type: Schema.Literal("string"), enum: Schema.optionalKey(Schema.Array(Schema.String)) })
      })
    )
  ),
  content: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ schema: Schema.Json })))
})
const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.String,
  parameters: Schema.Array(
    Schema.Struct({ name: Schema.NonEmptyString, in: Schema.Literals(["path", "query"]), required: Schema.Boolean })
  ),
  requestBody: Schema.optionalKey(Schema.Struct({ content: Schema.Record(Schema.String, Schema.Json) })),
  security: Schema.Array(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  responses: Schema.Record(Schema.String, Schema.Union([Schema.Struct({ $ref: Schema.String }), Response]))
})
type Operation = typeof Operation.Type
const Document = Schema.Struct({
  openapi: Schema.Literal("3.1.0"),
  info: Schema.Struct({ title: Schema.String, version: Schema.String, description: Schema.String }),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, Schema.Json),
    responses: Schema.Record(Schema.String, Response),
    securitySchemes: Schema.Record(
      Schema.String,
      Schema.Struct({ type: Schema.Literal("apiKey"), in: Schema.Literal("header"), name: Schema.String })
    )
  })
})

const views = ["all", "client", "server", "admin"] as const
type View = (typeof views)[number]

const fetchDocument = (view?: View) => send("GET", `/openapi.json${view === undefined ? "" : `?tier=${view}`}`)
const documentOf = (view: View) =>
  Effect.flatMap(fetchDocument(view), ({ json }) => Effect.orDie(Schema.decodeUnknownEffect(Document)(json)))

const isVisible = ({ tiers }: ListedEndpoint, view: View) =>
  view === "all" || tiers.length === 0 || tiers.includes(view)
const visible = (view: View) => endpoints.filter((endpoint) => isVisible(endpoint, view))

const routeOf = ({ method, path, prefix }: ListedEndpoint) =>
  `${method} ${path === "/" ? prefix : `${prefix}${path}`.replaceAll(/:(\w+)/g, "{$1}")}`

const operationsOf = ({ paths }: typeof Document.Type): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const)
    )
  )

const references = (text: string) => [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference)

const resolve = (document: unknown, reference: string): unknown =>
  reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>(
      (at, name) =>
        typeof at === "object" && at !== null ? Object.entries(at).find(([key]) => key === name)?.[1] : undefined,
      document
    )

describe("the OpenAPI document", () => {
  it.effect.each(views)("contains exactly the endpoints of the view `%s`", (view) =>
    Effect.gen(function* () {
      const operations = operationsOf(yield* documentOf(view))
      assert.deepStrictEqual([...operations.keys()].toSorted(), [...new Set(visible(view).map(routeOf))].toSorted())
      const ids = [...operations.values()].map(({ operationId }) => operationId)
      assert.strictEqual(new Set(ids).size, ids.length)
    }).pipe(Effect.provide(service()))
  )

  it.effect.each(views)("has no dangling reference in the view `%s`", (view) =>
    Effect.gen(function* () {
      const { json, text } = yield* fetchDocument(view)
      const all = references(text)
      assert.isAbove(all.length, 200)
      for (const reference of all) assert.isDefined(resolve(json, reference), reference)
    }).pipe(Effect.provide(service()))
  )

  it.effect.each(views)("contains each known error with its status and its header in the view `%s`", (view) =>
    Effect.gen(function* () {
      const document = yield* documentOf(view)
      const operations = operationsOf(document)
      for (const endpoint of visible(view)) {
        const responses = operations.get(routeOf(endpoint))?.responses ?? {}
        for (const { code, status } of endpoint.errors) {
          const response = responses[String(status)]
          assert.isTrue(response !== undefined && "description" in response, `${routeOf(endpoint)} ${code}`)
          if (response === undefined || !("description" in response)) continue
          assert.include(response.headers?.["x-stack-known-error"]?.schema.enum ?? [], code)
          assert.include(references(JSON.stringify(response.content)), `#/components/schemas/${code}`)
          assert.include(JSON.stringify(document.components.schemas[code]), `Status ${status}`)
        }
        if (endpoint.prefix !== "")
          assert.deepStrictEqual(responses["4XX"], { $ref: "#/components/responses/CommonErrors" })
      }
      const shared = document.components.responses["CommonErrors"]
      for (const { code, status } of commonErrors) {
        assert.include(document.info.description, `- ${status} \`${code}\``)
        assert.include(shared?.headers?.["x-stack-known-error"]?.schema.enum ?? [], code)
        assert.include(JSON.stringify(document.components.schemas[code]), `Status ${status}`)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect.each(views)(
    "contains the success, the parameters, the body and the keys of each endpoint in the view `%s`",
    (view) =>
      Effect.gen(function* () {
        const document = yield* documentOf(view)
        const operations = operationsOf(document)
        for (const endpoint of visible(view)) {
          const name = routeOf(endpoint)
          const operation = operations.get(name)
          const success = operation?.responses[String(endpoint.status)]
          assert.isTrue(success !== undefined && "description" in success, name)
          if (operation === undefined || success === undefined || !("description" in success)) continue
          const types = Object.keys(success.content ?? {})
          assert.deepStrictEqual(
            types,
            { json: ["application/json"], text: ["text/plain"], redirect: [] }[endpoint.responseFormat],
            name
          )
          assert.strictEqual(success.headers?.["location"] !== undefined, endpoint.responseFormat === "redirect", name)
          const inPath = operation.parameters
            .filter((parameter) => parameter.in === "path")
            .map((parameter) => parameter.name)
          assert.deepStrictEqual(
            inPath,
            [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter),
            name
          )
          const hasBody = endpoint.schemas.body !== undefined
          if (endpoint.method !== "GET") assert.strictEqual(operation.requestBody !== undefined, hasBody, name)
          const tiers = endpoint.tiers.filter((tier) => view === "all" || view === tier)
          for (const tier of tiers) {
            const key = { client: "publishableClientKey", server: "secretServerKey", admin: "superSecretAdminKey" }[
              tier
            ]
            assert.isTrue(
              operation.security.some((needed) => needed[key] !== undefined),
              `${name} ${tier}`
            )
          }
          for (const scheme of operation.security.flatMap(Object.keys))
            assert.property(document.components.securitySchemes, scheme)
        }
      }).pipe(Effect.provide(service()))
  )

  it.effect("names entities, and contains no internals of the implementation", () =>
    Effect.gen(function* () {
      const { text } = yield* fetchDocument()
      const { components } = yield* documentOf("all")
      for (const name of [
        "User",
        "ServerUser",
        "AdminProject",
        "Team",
        "ContactChannel",
        "ApiKey",
        "EmailConfig",
        "OAuthProvider"
      ]) {
        assert.property(components.schemas, name)
        assert.include(text, `{"$ref":"#/components/schemas/${name}"}`)
      }
      assert.notInclude(text, 'Encoded"')
      assert.notInclude(text, `"not":{}`)
      assert.notInclude(JSON.stringify(components.schemas["User"]), "additionalProperties", "responses may gain fields")
      assert.include(JSON.stringify(components.schemas["UserUpdate"]), `"additionalProperties":false`)
    }).pipe(Effect.provide(service()))
  )

  it.effect("contains both forms of a route that differs by tier", () =>
    Effect.gen(function* () {
      const contentOf = (view: View) =>
        Effect.map(documentOf(view), (document) => {
          const response = operationsOf(document).get("GET /api/v1/users/me")?.responses["200"]
          return response !== undefined && "description" in response ? references(JSON.stringify(response.content)) : []
        })
      const [user, serverUser] = ["#/components/schemas/User", "#/components/schemas/ServerUser"]
      assert.deepStrictEqual(yield* contentOf("all"), [user, serverUser])
      assert.deepStrictEqual(yield* contentOf("client"), [user])
      assert.deepStrictEqual(yield* contentOf("admin"), [serverUser])
    }).pipe(Effect.provide(service()))
  )

  it.effect("is public for every tier", () =>
    Effect.gen(function* () {
      const response = yield* fetchDocument()
      assert.deepStrictEqual(
        [response.status, response.headers["content-type"]],
        [200, "application/json; charset=utf-8"]
      )
      assert.strictEqual(response.text, (yield* fetchDocument("all")).text)
      for (const query of ["?tier=owner", "?tier=__proto__", "?other=1"]) {
        assert.strictEqual((yield* send("GET", `/openapi.json${query}`)).code, "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("the page of the OpenAPI document", () => {
  it.effect("has no script and loads nothing from another host", () =>
    Effect.gen(function* () {
      for (const view of views) {
        const page = yield* send("GET", `/openapi?tier=${view}`)
        assert.deepStrictEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=utf-8"])
        assert.include(page.text, `href="/openapi.json?tier=${view}"`)
        assert.deepStrictEqual([...page.text.matchAll(/(?:src|href|url)="(?!data:|#)([^/"][^"]*|\/\/[^"]*)"/g)], [])
        assert.notMatch(page.text, /<script|<img|https?:/)
        assert.match(page.headers["content-security-policy"] ?? "", /^default-src 'none'; style-src 'sha256-/)
        assert.match(page.headers["content-security-policy"] ?? "", /frame-ancestors 'none'/)
        assert.strictEqual(page.headers["x-content-type-options"], "nosniff")
      }
      assert.strictEqual((yield* send("GET", "/openapi?tier=<script>")).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect.each(views)("shows every operation and schema of the view `%s`, and every link has a target", (view) =>
    Effect.gen(function* () {
      const { text } = yield* send("GET", `/openapi?tier=${view}`)
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      const document = yield* documentOf(view)
      for (const { operationId } of operationsOf(document).values()) assert.include(ids, operationId)
      for (const name of Object.keys(document.components.schemas)) assert.include(ids, `schema-${name}`)
      for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) assert.include(ids, target)
      assert.strictEqual(new Set(ids).size, ids.length)
    }).pipe(Effect.provide(service()))
  )

  it.effect("shows the type of a body with its limits", () =>
    Effect.gen(function* () {
      const { text } = yield* send("GET", "/openapi?tier=client")
      const [, article = ""] = /<article id="Password.signUp">([^]*?)<\/article>/.exec(text) ?? []
      assert.match(article, /<code>\/api\/v1\/auth\/password\/sign-up<\/code>/)
      assert.match(article, /password: string/)
      assert.match(article, /href="#schema-USER_EMAIL_ALREADY_EXISTS"/)
    }).pipe(Effect.provide(service()))
  )
})
