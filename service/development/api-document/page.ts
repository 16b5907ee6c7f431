/** Renders the API document as an HTML page without scripts, which loads nothing. */
import { Schema } from "effect"
import { escapeHtml } from "../../response/escape-html.ts"
import type { DocumentView } from "./document.ts"
import { style, styleHash } from "./page-style.ts"
import { constraintsOf, nameOfReference, typeText } from "./type-text.ts"

const Content = Schema.Record(Schema.String, Schema.Struct({ schema: Schema.Json }))
const Response = Schema.Struct({
  $ref: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  content: Schema.optionalKey(Content)
})
const Operation = Schema.Struct({
  operationId: Schema.String,
  tags: Schema.Array(Schema.String),
  summary: Schema.String,
  description: Schema.String,
  parameters: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      in: Schema.String,
      required: Schema.Boolean,
      schema: Schema.Json
    })
  ),
  requestBody: Schema.optionalKey(Schema.Struct({ content: Content })),
  responses: Schema.Record(Schema.String, Response)
})
type Operation = typeof Operation.Type
const Document = Schema.Struct({
  info: Schema.Struct({ title: Schema.String, version: Schema.String, description: Schema.String }),
  tags: Schema.Array(Schema.Struct({ name: Schema.String })),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, Schema.Json),
    responses: Schema.Record(Schema.String, Response),
    securitySchemes: Schema.Record(Schema.String, Schema.Struct({ name: Schema.String, description: Schema.String }))
  })
})
const readDocument = Schema.decodeUnknownSync(Document)

export const pageHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const views: ReadonlyArray<readonly [DocumentView, string]> = [
  ["all", "All tiers"],
  ["client", "Client"],
  ["server", "Server"],
  ["admin", "Admin"]
]

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Returns the page of a view of the document. */
export const apiPage = (document: unknown, view: DocumentView): string => {
  const { components, info, paths, tags } = readDocument(document)
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => ({ method: method.toUpperCase(), path, operation }))
  )
  const groups = tags
    .map(({ name }) => ({ name, routes: routes.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter((group) => group.routes.length > 0)
  const isError = (name: string) => /^[A-Z_]+$/.test(name)
  const names = Object.keys(components.schemas)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<nav class="side" aria-label="Contents">
<strong>${escapeHtml(info.title)} API</strong>
<div class="views">
${views.map(([name, label]) => viewLink(name, label, name === view)).join("\n")}
<a href="/openapi.json?tier=${view}">JSON</a>
</div>
${groups.map(groupLinks).join("\n")}
<ul>
<li><a href="#headers">Headers</a></li>
<li><a href="#schemas">Schemas</a></li>
<li><a href="#errors">Errors</a></li>
</ul>
</nav>
<main>
<h1>${escapeHtml(info.title)} API ${escapeHtml(info.version)}</h1>
<div id="common-errors">${markdown(info.description)}</div>
${groups.map(groupSection).join("\n")}
<section><h2 id="headers">Headers</h2>
<article><table>
${Object.values(components.securitySchemes)
  .map(({ description, name }) => row(`<code>${escapeHtml(name)}</code>`, inline(description)))
  .join("\n")}
</table></article></section>
<section><h2 id="schemas">Schemas</h2>
${names
  .filter((name) => !isError(name))
  .map((name) => schemaArticle(name, components.schemas[name]))
  .join("\n")}</section>
<section><h2 id="errors">Errors</h2>
${names
  .filter(isError)
  .map((name) => schemaArticle(name, components.schemas[name]))
  .join("\n")}</section>
</main>
</body>
</html>
`
}

const viewLink = (view: DocumentView, label: string, isCurrent: boolean) =>
  `<a href="/openapi?tier=${view}"${isCurrent ? ` aria-current="page"` : ""}>${label}</a>`

const groupLinks = ({ name, routes }: { readonly name: string; readonly routes: ReadonlyArray<Route> }) =>
  `<details><summary>${escapeHtml(name)}</summary><ul>${routes
    .map(
      ({ operation }) => `<li><a href="#${escapeHtml(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`
    )
    .join("")}</ul></details>`

const groupSection = ({ name, routes }: { readonly name: string; readonly routes: ReadonlyArray<Route> }) =>
  `<section><h2>${escapeHtml(name)}</h2>\n${routes.map(routeArticle).join("\n")}</section>`

const routeArticle = ({ method, operation, path }: Route) =>
  `<article id="${escapeHtml(operation.operationId)}">
<h3>${escapeHtml(operation.summary)}</h3>
<p class="route"><b data-method="${escapeHtml(method)}">${escapeHtml(method)}</b> <code>${escapeHtml(path)}</code></p>
<p>${inline(operation.description)}</p>
${parameterTable(operation)}${contentBlock("Body", operation.requestBody?.content)}
${Object.entries(operation.responses).map(responseBlock).join("\n")}
</article>`

const parameterTable = ({ parameters }: Operation) =>
  parameters.length === 0
    ? ""
    : `<h4>Parameters</h4><table>${parameters
        .map((parameter) =>
          row(
            `<code>${escapeHtml(parameter.name)}</code>`,
            `${escapeHtml(parameter.in)}${parameter.required ? "" : ", optional"}`,
            `<code>${typeText(parameter.schema)}</code> ${escapeHtml(constraintsOf(parameter.schema))}`
          )
        )
        .join("")}</table>`

type Content = typeof Content.Type

const contentBlock = (title: string, content: Content | undefined) =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) => `<h4>${escapeHtml(title)} · ${escapeHtml(type)}</h4><pre>${typeText(schema)}</pre>`)
    .join("\n")

const responseBlock = ([status, { $ref, content, description }]: readonly [string, typeof Response.Type]) => {
  if ($ref !== undefined)
    return `<h4>${escapeHtml(status)}</h4><p>Any of the <a href="#common-errors">common errors</a>.</p>`
  const isError = !/^[23]/.test(status)
  if (!isError && content !== undefined) return contentBlock(status, content)
  const codes = (description ?? "").split(" | ")
  return `<h4>${escapeHtml(status)}</h4>${isError ? codeList(codes) : `<p>${inline(description ?? "")}</p>`}`
}

const codeList = (codes: ReadonlyArray<string>) =>
  `<ul class="codes">${codes
    .map(
      (code) => `<li><a href="#schema-${escapeHtml(nameOfReference(code))}"><code>${escapeHtml(code)}</code></a></li>`
    )
    .join("")}</ul>`

const schemaArticle = (name: string, schema: Schema.Json | undefined) =>
  `<article id="schema-${escapeHtml(name)}">
<h3><code>${escapeHtml(name)}</code></h3>
${descriptionOf(schema)}<pre>${typeText(schema)}</pre>
</article>`

const readDescription = Schema.is(Schema.Struct({ description: Schema.String }))

const descriptionOf = (schema: Schema.Json | undefined) =>
  readDescription(schema) ? `<p>${inline(schema.description)}</p>\n` : ""

const row = (...cells: ReadonlyArray<string>) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`

/** Renders text with code in backticks. */
const inline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/** Renders paragraphs and lists, the only Markdown in the document's description. */
const markdown = (text: string): string =>
  text
    .split("\n\n")
    .map((block) =>
      block.startsWith("- ")
        ? `<ul>${block
            .split("\n")
            .map((item) => `<li>${inline(item.slice(2))}</li>`)
            .join("")}</ul>`
        : `<p>${inline(block)}</p>`
    )
    .join("\n")
