/**
 * Declares routes of the control API. `controls` in `service/development.ts` lists them.
 *
 * @example
 * controlRoute("GET", "/mails", { query: Schema.Struct({ to: Schema.optionalKey(Email) }) }, ({ query }) =>
 *   Effect.map(listMails(query.to), (mails) => ({ mails })))
 */
import { Effect, Schema } from "effect"
import { wire } from "../../../core/schema/wire.ts"
import { rawJson, type RawResponse } from "../../response/raw-response.ts"
import { inspect, noFieldRules } from "../../validation/input-limits.ts"
import { linesOf } from "../../validation/schema-error.ts"

/** The prefix of all paths. */
export const CONTROL_PREFIX = "/_keystile"

/** The path of the console. */
export const CONSOLE_PATH = "/"

/** A request that passed the guard. */
export interface ControlRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON; undefined without a body. */
  readonly body: unknown
}

export interface ControlRoute<out R> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The whole path with its parameters: `/_keystile/faults/:id`. */
  readonly path: string
  /** The control API has no tiers. */
  readonly tiers: readonly []
  readonly status: number
  /** The maximum length of a body, in bytes. Default 100,000. */
  readonly bodyLimit?: number
  /** Checks the request and returns the JSON of the response. */
  readonly handle: (request: ControlRequest) => Effect.Effect<unknown, RawResponse, R>
}

/** The schemas of a call. Parts that are not declared must be empty. */
interface Declaration {
  readonly params?: Schema.Codec<unknown, unknown>
  readonly query?: Schema.Codec<unknown, unknown>
  readonly body?: Schema.Codec<unknown, unknown>
  /** The status of a successful response. Default 200. */
  readonly status?: number
  /** The maximum length of a body, in bytes. Default 100,000. */
  readonly bodyLimit?: number
  /** Fields of the body whose length the body's limit bounds. */
  readonly longFields?: ReadonlyArray<string>
}

type Part<D, Name extends string> = D extends { readonly [K in Name]: Schema.Codec<infer A, unknown> } ? A : {}

interface InputOf<D> {
  readonly params: Part<D, "params">
  readonly query: Part<D, "query">
  readonly body: Part<D, "body">
}

/** Returns an error response with a line for each problem. */
export const problem = (status: number, error: string, problems: ReadonlyArray<string> = []): RawResponse =>
  rawJson(status, problems.length === 0 ? { error } : { error, problems })

const noInput = wire({})

/** Declares a call. `path` is relative to {@link CONTROL_PREFIX}. The result of the handler is sent as JSON. */
export const controlRoute = <const D extends Declaration, R>(
  method: ControlRoute<R>["method"],
  path: "" | `/${string}`,
  declaration: D,
  handle: (input: NoInfer<InputOf<D>>) => Effect.Effect<unknown, RawResponse, R>
): ControlRoute<R> => {
  const { body = noInput, params = noInput, query = noInput }: Declaration = declaration
  // The schemas of the declaration, whose types `InputOf` derives.
  const input = Schema.Struct({ params, query, body }) as Schema.Codec<NoInfer<InputOf<D>>, unknown>
  const decode = Schema.decodeUnknownEffect(input, { onExcessProperty: "error", errors: "all" })
  const title = `${method} ${CONTROL_PREFIX}${path}`
  const rules = { ...noFieldRules, long: new Set(declaration.longFields) }
  return {
    method,
    path: `${CONTROL_PREFIX}${path}`,
    tiers: [],
    status: declaration.status ?? 200,
    ...(declaration.bodyLimit !== undefined && { bodyLimit: declaration.bodyLimit }),
    handle: Effect.fnUntraced(function* (request) {
      const refuse = (lines: ReadonlyArray<string>) =>
        problem(400, `${title} does not take this request.`, lines.slice(0, 20))
      const given = { ...request, body: request.body ?? {} }
      const violations = Object.entries(given).flatMap(([part, value]) => inspect(part, value, rules).lines)
      if (violations.length > 0) return yield* refuse(violations)
      const input = yield* Effect.mapError(decode(given), ({ issue }) =>
        refuse(linesOf(issue, { listKnownKeys: true }))
      )
      return yield* handle(input)
    })
  }
}
