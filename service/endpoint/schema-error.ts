/** `SCHEMA_ERROR`: which fields of a request do not fit, one line each. */
import { SchemaIssue } from "effect"
import { SchemaError } from "../../core/errors/request.ts"

/** More lines than this help nobody. */
const MAX_LINES = 20

/** The error for a request, from lines such as `body.email: Expected a valid e-mail address`. */
export const schemaError = (title: string, lines: ReadonlyArray<string>): SchemaError => {
  const shown = lines.slice(0, MAX_LINES)
  const more = lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more`] : []
  return new SchemaError({
    explanation: `${title} does not take this request:${[...shown, ...more].map((line) => `\n  - ${line}`).join("")}`
  })
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "UnexpectedKey"
      ? "Unknown property"
      : issue._tag === "MissingKey"
      ? "Missing"
      : SchemaIssue.defaultLeafHook(issue)
})

/** Names come from the request, so they are cut. */
const text = (key: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof key === "object" ? key.key : key).slice(0, 100)

/** One line for each field, with its dotted path. The values are not in it: they may be secrets. */
export const linesOf = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  format(issue).issues.map(({ message, path }) => `${(path ?? []).map(text).join(".")}: ${message}`)
