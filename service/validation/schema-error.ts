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

/** An invalid field. */
export interface FieldProblem {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

interface ProblemOptions {
  /** Adds the properties that exist to the message of one that does not. */
  readonly listKnownKeys?: boolean
}

/** Returns the invalid fields. Values are left out, since they may be secrets. */
export const problemsOf = (
  issue: SchemaIssue.Issue,
  { listKnownKeys = false }: ProblemOptions = {}
): ReadonlyArray<FieldProblem> =>
  (listKnownKeys ? formatWithKnownKeys : format)(issue).issues.map(({ message, path = [] }) => ({
    message,
    path: path.map((key) => (typeof key === "object" ? key.key : key))
  }))

/** Returns the line of a problem, with its dotted path. Truncates names, which are input of the request. */
export const lineOf = ({ message, path }: FieldProblem): string =>
  `${path.map((key) => String(key).slice(0, 100)).join(".")}: ${message}`

/** Returns one line for each invalid field. */
export const linesOf = (issue: SchemaIssue.Issue, options?: ProblemOptions): ReadonlyArray<string> =>
  problemsOf(issue, options).map(lineOf)
