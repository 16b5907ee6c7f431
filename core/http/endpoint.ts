/**
 * Declares endpoints as plain data: method, path, tiers, schemas and errors.
 *
 * The client calls an endpoint (`core/call/call.ts`), the service implements it, and the API document and property
 * tests are derived from it.
 */
import * as Schema from "effect/Schema"
import type { AnyKnownError } from "../errors/known-error.ts"
import type { Tier } from "../schema/tier.ts"
import { wire } from "../schema/wire.ts"
import { API_PREFIX } from "./path.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** A path below the prefix, with `:name` for each parameter. */
export type Path = `/${string}`

/** The encoded input of a request. */
export interface WireInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Any schema that needs no services. */
export type InputSchema = Schema.ConstraintCodec<unknown, unknown>

/** One endpoint. Its type parameters are types, not schemas, which keeps the hints of editors short. */
export interface Endpoint<Input, Success, Failure, Access extends Tier = Tier> {
  /** Method and path, e.g. `GET /users/me`. */
  readonly name: string
  /** The HTTP method. */
  readonly method: Method
  /** The path with its parameters, such as `/teams/:team_id`. */
  readonly path: Path
  /** The prefix of the path. Only the health check has none. */
  readonly prefix: typeof API_PREFIX | ""
  /** The tiers that may call it. Empty: it takes no project headers. */
  readonly tiers: ReadonlyArray<Access>
  /** `current` if the user's tokens are sent, `anonymous` if only those of an anonymous user are. */
  readonly session: "current" | "anonymous" | "none"
  /** The encoding of the body. The token endpoint takes a form (RFC 6749, section 4.1.3). */
  readonly encoding: "json" | "form"
  /** True if it may be sent again when it is unknown whether it arrived (RFC 9110, section 9.2.2). */
  readonly idempotent: boolean
  /** The codec of parameters, query and body together, so that issues have whole paths: `["body"]["email"]`. */
  readonly input: Schema.Codec<Input, WireInput>
  /** The schemas of path parameters, query and body. */
  readonly schemas: { readonly params?: InputSchema; readonly query?: InputSchema; readonly body?: InputSchema }
  /** Tokens that the request must have besides its input. Without them it is a `SchemaError`. */
  readonly requires: ReadonlyArray<"user" | "refreshToken">
  /** True if the service reads the refresh token. For other endpoints only `sendRefreshTokenAlways` sends it. */
  readonly takesRefreshToken: boolean
  /** The services without the endpoint, e.g. `Stack Auth since 2.8`; `null` if all have it. */
  readonly missingFrom: string | null
  /** The status of its success. */
  readonly status: number
  /** The form of its success: JSON, plain text, or a redirect, whose URL is the success. */
  readonly responseFormat: "json" | "text" | "redirect"
  /** The schema of a successful response. */
  readonly success: Schema.Codec<Success, unknown>
  /** The known errors that it can fail with besides the common errors. */
  readonly errors: ReadonlyArray<AnyKnownError<Failure>>
}

/** An endpoint without its input. */
export type EndpointFacts<Success = unknown, Failure = unknown> = Omit<Endpoint<unknown, Success, Failure>, "input">

/** The names of the parameters in a path: `"team_id" | "user_id"` for `/teams/:team_id/users/:user_id`. */
export type PathParam<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParam<Tail>
    : Rest
  : never

interface Declaration {
  readonly tiers: ReadonlyArray<Tier>
  readonly session?: "current" | "anonymous" | "none"
  readonly prefix?: typeof API_PREFIX | ""
  readonly encoding?: "json" | "form"
  /** For a POST that may be repeated. */
  readonly idempotent?: boolean
  /**
   * True for resources: query and body that are not declared must be empty, and unknown properties are rejected. Other
   * routes ignore what they do not declare.
   */
  readonly resource?: boolean
  readonly query?: InputSchema
  readonly body?: InputSchema
  readonly requires?: ReadonlyArray<"user" | "refreshToken">
  /** For endpoints that read the refresh token without requiring it. */
  readonly takesRefreshToken?: boolean
  /** The services without the endpoint. From these a 404 without a known error means that the call is missing. */
  readonly missingFrom?: string
  /** Default 200. */
  readonly status?: number
  /** Default `json`. */
  readonly responseFormat?: "json" | "text" | "redirect"
  /** The schema of a successful response. */
  readonly success: Schema.ConstraintCodec<unknown, unknown>
  readonly errors?: ReadonlyArray<AnyKnownError>
}

type ParamField = Schema.ConstraintCodec<unknown, string>

type Params<P extends Path, D> = [PathParam<P>] extends [never]
  ? { readonly params?: never }
  : {
      readonly params: { readonly [K in PathParam<P>]: ParamField } & {
        readonly [K in Exclude<D extends { readonly params: infer F } ? keyof F : never, PathParam<P>>]: never
      }
    }

type Simplify<A> = { readonly [K in keyof A]: A[K] } & {}

type ParamsInput<D> = D extends { readonly params: infer F extends Record<string, ParamField> }
  ? { readonly params: { readonly [K in keyof F]: F[K]["Type"] } }
  : {}
type QueryInput<D> = D extends { readonly query: infer Q extends InputSchema }
  ? {} extends Q["Type"]
    ? { readonly query?: Q["Type"] }
    : { readonly query: Q["Type"] }
  : {}
type BodyInput<D> = D extends { readonly body: infer B extends InputSchema } ? { readonly body: B["Type"] } : {}

/** The input of a call. */
export type InputOf<D> = Simplify<ParamsInput<D> & QueryInput<D> & BodyInput<D>>

type ErrorsOf<D> = D extends { readonly errors: ReadonlyArray<infer Known extends AnyKnownError> }
  ? InstanceType<Known>
  : never

/** The query of a resource that declares none. */
export const noQuery = wire({})

const idempotentMethods: ReadonlySet<Method> = new Set(["GET", "PUT", "DELETE"])

const make =
  (method: Method) =>
  <const P extends Path, const D extends Declaration>(
    path: P,
    declaration: D & Params<P, D>
  ): Endpoint<InputOf<D>, D["success"]["Type"], ErrorsOf<D>, D["tiers"][number]> => {
    // `Params` checks the parameters by the path, in a type that cannot be read here.
    const { params, resource } = declaration as { readonly params?: Schema.Struct.Fields; readonly resource?: boolean }
    const query = declaration.query ?? (resource ? noQuery : undefined)
    // `InputOf` infers the types of the input from the declaration.
    const schemas = {
      ...(params && { params: Schema.Struct(params) }),
      ...(query && { query }),
      ...(declaration.body && { body: declaration.body })
    } as unknown as EndpointFacts["schemas"]
    const requires = declaration.requires ?? []
    let input: unknown
    // The casts below name the types of the schemas in `declaration`, which `D` holds.
    return {
      name: `${method} ${path}`,
      method,
      path,
      prefix: declaration.prefix ?? API_PREFIX,
      tiers: declaration.tiers,
      session: declaration.session ?? "none",
      encoding: declaration.encoding ?? "json",
      idempotent: declaration.idempotent ?? idempotentMethods.has(method),
      schemas,
      get input() {
        return (input ??= Schema.Struct(schemas)) as Schema.Codec<InputOf<D>, WireInput>
      },
      requires,
      takesRefreshToken: declaration.takesRefreshToken ?? requires.includes("refreshToken"),
      missingFrom: declaration.missingFrom ?? null,
      status: declaration.status ?? 200,
      responseFormat: declaration.responseFormat ?? "json",
      success: declaration.success as Schema.Codec<D["success"]["Type"], unknown>,
      errors: (declaration.errors ?? []) as ReadonlyArray<AnyKnownError<ErrorsOf<D>>>
    }
  }

/**
 * `get`, `post`, `put`, `patch` and `del` declare an endpoint. The path parameters and the fields of `params` must be
 * the same, which the compiler checks.
 */
export const get = make("GET")
export const post = make("POST")
export const put = make("PUT")
export const patch = make("PATCH")
export const del = make("DELETE")
