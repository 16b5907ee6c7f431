/**
 * The expected error channel of a call, derived from the endpoints that it calls: their declared errors, and
 * `RequestError`.
 */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Endpoint } from "../../core/http/endpoint.ts"

/** The tags of what the endpoints declare, and of `RequestError`. `Local`: besides. `Handled`: not passed on. */
export type Declared<Endpoints, Local extends string = never, Handled extends string = never> =
  Exclude<TagOf<FailureOf<Endpoints>>, Handled> | Local | "RequestError"

type FailureOf<E> = E extends Endpoint<infer _Input, infer _Success, infer Failure> ? Failure : never

type TagOf<E> = E extends { readonly _tag: infer Tag } ? Tag : never

/** The tags of what a member of a tier fails with: an effect, a stream, or a method that gives one. */
type TagsOf<Member> =
  Member extends Effect.Effect<infer _A, infer E, infer _R>
    ? TagOf<E>
    : Member extends (...input: never) => Stream.Stream<infer _A, infer E, infer _R>
      ? TagOf<E>
      : Member extends (...input: never) => Effect.Effect<infer _A, infer E, infer _R>
        ? TagOf<E>
        : never

/** True for a member that is a call: an effect, or a function that returns one. */
type IsCall<Member> =
  Member extends Effect.Effect<infer _A, infer _E, infer _R>
    ? true
    : Member extends (
          ...input: never
        ) => Stream.Stream<infer _A, infer _E, infer _R> | Effect.Effect<infer _A, infer _E, infer _R>
      ? true
      : false

/** The two signatures of an overloaded method. */
export type Overloads<Method> = Method extends {
  (...input: infer First): infer FirstResult
  (...input: infer Second): infer SecondResult
}
  ? { readonly first: (...input: First) => FirstResult; readonly second: (...input: Second) => SecondResult }
  : never

/** The calls of a tier for which the table says something else than their types, with the tags that differ. */
export type Wrong<Calls, Table> =
  | Members<{
      [Name in keyof Calls]-?: IsCall<Calls[Name]> extends true
        ? Name extends keyof Table
          ? Differences<Name, TagsOf<Calls[Name]>, Table[Name]>
          : [Name, "is in no table"]
        : Name extends keyof Table
          ? Wrong<Calls[Name], Table[Name]>
          : never
    }>
  | NotThere<Calls, Table>

type Members<A> = A[keyof A]

type NotThere<Calls, Table> =
  Exclude<keyof Table, keyof Calls> extends infer Name ? ([Name] extends [never] ? never : [Name, "is no call"]) : never

type Differences<Name, Actual, Expected> = [Actual] extends [Expected]
  ? [Expected] extends [Actual]
    ? never
    : [Name, "should also fail with", Exclude<Expected, Actual>]
  : [Name, "should not fail with", Exclude<Actual, Expected>]

/** Compiles only if there is nothing wrong; the error says what is. */
export const expectNever = <_Found extends never>(): void => {}
