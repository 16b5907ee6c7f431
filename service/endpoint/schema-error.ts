/** Builds `SCHEMA_ERROR` with a line for each invalid field. */
import { type SchemaAST, SchemaIssue } from "effect"
import { SchemaError } from "../../core/errors/protocol.ts"

/** The most lines of an error. */
const MAX_LINES = 20

/** Returns the error with lines such as `body.email: Expected a valid email address`. */
export const schemaError = (title: string, lines: ReadonlyArray<string>): SchemaError => {
  const shown = lines.slice(0, MAX_LINES)
  const more = lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more`] : []
  return new SchemaError({
    explanation: `${title} does not take this request:${[...shown, ...more].map((line) => `\n  - ${line}`).join("")}`
  })
}

const formatWith = (unexpected: (ast: SchemaAST.AST) => string) =>
  SchemaIssue.makeFormatterStandardSchemaV1({
    leafHook: (issue) =>
      issue._tag === "UnexpectedKey"
        ? unexpected(issue.ast)
        : issue._tag === "MissingKey"
          ? "Missing"
          : SchemaIssue.defaultLeafHook(issue)
  })

/** Lists the properties that an object may have. */
const knownKeys = (ast: SchemaAST.AST): string => {
  if (ast._tag !== "Objects" || ast.propertySignatures.length === 0) return ""
  return ` (known: ${ast.propertySignatures.map(({ name }) => String(name)).join(", ")})`
}

const format = formatWith(() => "Unknown property")
const formatWithKnownKeys = formatWith((ast) => `Unknown property${knownKeys(ast)}`)

/** Truncates names, which are input of the request. */
const text = (key: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof key === "object" ? key.key : key).slice(0, 100)

/**
 * Returns one line for each field, with its dotted path. Values are left out, since they may be secrets.
 * `listKnownKeys` adds the properties that exist to the line of one that does not.
 */
export const linesOf = (issue: SchemaIssue.Issue, { listKnownKeys = false } = {}): ReadonlyArray<string> =>
  (listKnownKeys ? formatWithKnownKeys : format)(issue).issues.map(
    ({ message, path }) => `${(path ?? []).map(text).join(".")}: ${message}`
  )
