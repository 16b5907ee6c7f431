/**
 * Endpoint descriptors: what one call of the wire is, as pure data.
 *
 * The client calls an endpoint (`call.ts`), the service implements it, the API document and the property tests are
 * derived from it. A descriptor knows none of them, so it can be imported without the pipeline.
 */
import * as Schema from "effect/Schema"
import type { AnyKnownError } from "../errors/known-error.ts"
import type { Tier } from "../schema/tier.ts"
import { wire } from "../schema/wire.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** A path below the prefix, with `:name` for each parameter. */
export type Path = `/${string}`

/** The three parts of a request as they cross the wire. */
export interface WireInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Any schema that needs no services. */
export type InputSchema = Schema.ConstraintCodec<unknown, unknown>

/** One call of the wire. Its type parameters are results, not schemas, so that hovers stay short. */
export interface Endpoint<Input, Success, Failure, Access extends Tier = Tier> {
  /** Method and path: the name of its span and the key of its route. */
  readonly name: string
  readonly method: Method
  readonly path: Path
  /** What stands before the path. Everything but the health check lives under `/api/v1`. */
  readonly prefix: "/api/v1" | ""
  /** Who may call it. Empty: it takes no project headers at all. */
  readonly tiers: ReadonlyArray<Access>
  /** Whether the user's tokens ride along. */
  readonly session: "current" | "none"
  /** How the body is written. The token endpoint takes a form (RFC 6749, section 4.1.3). */
  readonly encoding: "json" | "form"
  /** Whether it may be sent again when nobody knows if it arrived (RFC 9110, section 9.2.2). */
  readonly idempotent: boolean
  /** Parameters, query and body as one codec, so that an issue says where it stands: `["body"]["email"]`. */
  readonly input: Schema.Codec<Input, WireInput>
  readonly schemas: { readonly params?: InputSchema; readonly query?: InputSchema; readonly body?: InputSchema }
  /** What must come along besides the parts; a request without it breaks the schema. */
  readonly requires: ReadonlyArray<"user" | "refreshToken">
  /** Whether the service looks at the refresh token: everywhere else it stays at home, unless it is told to go. */
  readonly takesRefreshToken: boolean
  /** The status of its success. */
  readonly status: number
  /** What its success is: JSON, plain text, or a redirect whose address is the success. */
  readonly answer: "json" | "text" | "redirect"
  readonly success: Schema.Codec<Success, unknown>
  /** The known errors it may answer with, besides the common ones. */
  readonly errors: ReadonlyArray<AnyKnownError<Failure>>
}

/** The whole path of an endpoint, prefix included. That of the API's root (`/`) ends without a slash. */
export const fullPath = ({ path, prefix }: { readonly path: string; readonly prefix: string }): string =>
  path === "/" ? prefix : `${prefix}${path}`

/** An endpoint without its input, whatever that is. */
export type EndpointFacts<Success = unknown, Failure = unknown> = Omit<Endpoint<unknown, Success, Failure>, "input">

/** The names of the parameters in a path: `"team_id" | "user_id"` for `/teams/:team_id/users/:user_id`. */
export type PathParam<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParam<Tail>
    : Rest
  : never

interface Declaration {
  readonly tiers: ReadonlyArray<Tier>
  readonly session?: "current" | "none"
  readonly prefix?: "/api/v1" | ""
  readonly encoding?: "json" | "form"
  /** For a POST that may be repeated. */
  readonly idempotent?: boolean
  /**
   * A resource route reads all parts strictly: what is not declared is empty, and an unknown property is refused.
   * Other routes ignore the parts which they do not declare.
   */
  readonly resource?: boolean
  readonly query?: InputSchema
  readonly body?: InputSchema
  readonly requires?: ReadonlyArray<"user" | "refreshToken">
  /** Where it is not required. */
  readonly takesRefreshToken?: boolean
  /** Default 200. */
  readonly status?: number
  /** Default `json`. */
  readonly answer?: "json" | "text" | "redirect"
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

/** What a caller hands in. */
export type InputOf<D> = Simplify<ParamsInput<D> & QueryInput<D> & BodyInput<D>>

type ErrorsOf<D> = D extends { readonly errors: ReadonlyArray<AnyKnownError<infer E>> } ? E : never

/** The query of a resource route that declares none. */
export const noQuery = wire({})

const idempotentMethods: ReadonlySet<Method> = new Set(["GET", "PUT", "DELETE"])

const make =
  (method: Method) =>
  <const P extends Path, const D extends Declaration>(
    path: P,
    declaration: D & Params<P, D>
  ): Endpoint<InputOf<D>, D["success"]["Type"], ErrorsOf<D>, D["tiers"][number]> => {
    const { params, resource } = declaration as { readonly params?: Schema.Struct.Fields; readonly resource?: boolean }
    const query = declaration.query ?? (resource ? noQuery : undefined)
    const schemas = {
      ...(params && { params: Schema.Struct(params) }),
      ...(query && { query }),
      ...(declaration.body && { body: declaration.body })
    } as unknown as EndpointFacts["schemas"]
    const requires = declaration.requires ?? []
    let input: unknown
    return {
      name: `${method} ${path}`,
      method,
      path,
      prefix: declaration.prefix ?? "/api/v1",
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
      status: declaration.status ?? 200,
      answer: declaration.answer ?? "json",
      success: declaration.success as Schema.Codec<D["success"]["Type"], unknown>,
      errors: (declaration.errors ?? []) as ReadonlyArray<AnyKnownError<ErrorsOf<D>>>
    }
  }

/**
 * `Endpoint.get(path, declaration)` and its siblings declare an endpoint. A path parameter that is missing from
 * `params`, or one too many, does not compile.
 */
export const get = make("GET")
export const post = make("POST")
export const put = make("PUT")
export const patch = make("PATCH")
export const del = make("DELETE")
