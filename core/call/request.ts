/** Writes the input of a call as a request: path, query, body and headers. */
import * as Effect from "effect/Effect"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import type { ApiConfigValues } from "../config/api-config.ts"
import { type Endpoint, type EndpointFacts, noQuery, type WireInput } from "../http/endpoint.ts"
import { fullPath, queryText } from "../http/path.ts"
import { isLanguageTag, shownLanguage } from "../http/shown-language.ts"
import type { TransportRequest } from "../http/transport.ts"
import { randomText } from "../session/random.ts"
import type { Tokens } from "../session/tokens.ts"
import { projectHeaders } from "./project-headers.ts"

/** The encoded input of a call. It is the same in every attempt. */
export interface EncodedInput {
  /** Path and query. */
  readonly target: string
  readonly body: string | undefined
}

/** Encodes the input of a call. Fails with the issue of the schema if the input cannot be written as a request. */
export const encodeInput = <Input>(
  endpoint: Endpoint<Input, unknown, unknown>,
  input: Input | undefined
): Effect.Effect<EncodedInput, SchemaIssue.Issue> => {
  // Most reads have no input.
  const { body, params, query = noQuery } = endpoint.schemas
  if (input === undefined && !body && !params && query === noQuery) {
    return Effect.succeed({ target: fullPath(endpoint), body: undefined })
  }
  // A call may omit its query. The schema of an endpoint without a query drops the empty one.
  const given = input as { readonly query?: unknown } | undefined
  return Effect.flatMap(
    SchemaParser.encodeEffect(endpoint.input)({ ...input, query: given?.query ?? {} } as Input),
    (encoded) => write(endpoint, encoded)
  )
}

const write = (
  endpoint: EndpointFacts,
  { body, params = {}, query = {} }: WireInput
): Effect.Effect<EncodedInput, SchemaIssue.Issue> => {
  const invalid = (path: ReadonlyArray<string>, message: string) =>
    new SchemaIssue.Pointer(path, new SchemaIssue.InvalidValue({ message }))
  // `.` and `..` resolve to another endpoint, percent-encoded or not, and an empty text to the list (RFC 3986, 5.2.4).
  const climbing = Object.keys(params).find((name) => /^\.{0,2}$/.test(params[name] ?? ""))
  if (climbing !== undefined) return Effect.fail(invalid(["params", climbing], "Expected a text that names one thing"))
  return Effect.try({
    try: () => {
      const path = fullPath(endpoint).replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
      const search = queryText(query)
      return {
        target: `${path}${search === "" ? "" : `?${search}`}`,
        body:
          body === undefined
            ? undefined
            : endpoint.encoding === "form"
              ? // The schemas of forms encode each field as text.
                new URLSearchParams(body as Record<string, string>).toString()
              : JSON.stringify(body)
      }
    },
    // A lone surrogate in a path, or a body that is nested more deeply than the stack.
    catch: () => invalid([], "Expected what can be written as a URL and as JSON")
  })
}

const contentTypes = { form: "application/x-www-form-urlencoded", json: "application/json" } as const

/** Returns the language for the mails that a call may cause. Every service allows this header from a browser (CORS). */
const languageHeader = ({ language = shownLanguage() }: ApiConfigValues): Record<string, string> =>
  language !== undefined && isLanguageTag(language) ? { "accept-language": language } : {}

/** Returns the request of one attempt: the encoded input with the headers of the project and the session. */
export const toRequest = (
  endpoint: EndpointFacts,
  config: ApiConfigValues,
  { body, target }: EncodedInput,
  tokens: Tokens
): TransportRequest => ({
  method: endpoint.method,
  url: `${config.baseUrl}${target}`,
  headers: {
    ...(body !== undefined && { "content-type": contentTypes[endpoint.encoding] }),
    ...(endpoint.method !== "GET" && languageHeader(config)),
    ...(endpoint.tiers.length > 0 && projectHeaders(config, randomText(), tokens, endpoint.takesRefreshToken))
  },
  body,
  maxResponseBytes: config.maxResponseBytes
})
