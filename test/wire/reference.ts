/** Generates the pages of `docs/wire`: the endpoints, from the OpenAPI document, and the known errors. */
import { Schema } from "effect"
import { format } from "prettier"
import { knownErrors } from "../../core/errors/known-errors.ts"
import { typeText } from "../../service/development/api-document/type-text.ts"

const Content = Schema.Record(Schema.String, Schema.Struct({ schema: Schema.Json }))
const Response = Schema.Struct({ description: Schema.String, content: Schema.optionalKey(Content) })
const Operation = Schema.Struct({
  tags: Schema.Tuple([Schema.String]),
  summary: Schema.String,
  description: Schema.String,
  parameters: Schema.Array(
    Schema.Struct({ name: Schema.String, in: Schema.String, required: Schema.Boolean, schema: Schema.Json })
  ),
  requestBody: Schema.optionalKey(Schema.Struct({ content: Content })),
  responses: Schema.Record(Schema.String, Schema.Union([Response, Schema.Struct({ $ref: Schema.String })]))
})
type Operation = typeof Operation.Type

/** The members of an OpenAPI 3.1 document that the pages show. */
export const ApiDocument = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, Schema.Json) })
})

const isErrorCode = (name: string) => /^[A-Z][A-Z_]+$/.test(name)

const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" } as const

/** Returns a schema as a TypeScript type in plain text. */
const plainType = (schema: Schema.Json) =>
  typeText(schema)
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity as keyof typeof entities])

const inputLines = ({ parameters, requestBody }: Operation) => [
  ...parameters.map(
    ({ in: location, name, required, schema }) => `${location} ${name}${required ? "" : "?"}: ${plainType(schema)}`
  ),
  ...Object.values(requestBody?.content ?? {}).map(({ schema }) => `body: ${plainType(schema)}`)
]

const responseLines = (responses: Operation["responses"]) =>
  Object.entries(responses).flatMap(([status, response]) => {
    if ("$ref" in response) return []
    const types = Object.values(response.content ?? {}).map(({ schema }) => plainType(schema))
    return [`${status}: ${types.length === 0 ? "no body" : types.join(" | ")}`]
  })

const endpoint = (path: string, method: string, operation: Operation) =>
  [
    `### ${method.toUpperCase()} ${path}`,
    `${operation.summary}. ${operation.description}`,
    ["```text", ...inputLines(operation), ...responseLines(operation.responses), "```"].join("\n")
  ].join("\n\n")

/** Returns the page `endpoints.md`. */
export const endpointsPage = ({ components, paths }: typeof ApiDocument.Type): Promise<string> => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      group: operation.tags[0],
      text: endpoint(path, method, operation)
    }))
  )
  const groups = [...new Set(all.map(({ group }) => group))]
  const types = Object.entries(components.schemas).filter(([name]) => !isErrorCode(name))
  return markdown([
    "# Endpoints",
    "Generated from `core/api` by `test/wire/reference.test.ts`. Any endpoint can also fail with an error about\n" +
      "the form, the keys or the tokens of the [request](requests.md). Data types are at the [end](#data-types).",
    ...groups.flatMap((group) => [`## ${group}`, ...all.filter((one) => one.group === group).map(({ text }) => text)]),
    "## Data types",
    ...types.flatMap(([name, schema]) => [`### ${name}`, ["```text", plainType(schema), "```"].join("\n")])
  ])
}

/** Returns the page `errors.md`. */
export const errorsPage = (): Promise<string> =>
  markdown([
    "# Known errors",
    "Generated from `core/errors` by `test/wire/reference.test.ts`. [Responses](responses.md) describes their form.",
    [
      "| code | status | details |",
      "| --- | --- | --- |",
      ...knownErrors
        .toSorted((one, other) => (one.code < other.code ? -1 : 1))
        .map(({ code, detailNames, status }) => {
          const details = Object.values(detailNames).map((name) => `\`${name}\``)
          return `| \`${code}\` | ${status} | ${details.join(", ")} |`
        })
    ].join("\n")
  ])

const markdown = (blocks: ReadonlyArray<string>) => format(blocks.join("\n\n"), { parser: "markdown" })
