/**
 * Generators for property tests: known errors, and failures of a call.
 *
 * @example
 * it.prop("has a text for every failure", [Testing.arbitraryFailure(PasswordApi.signIn)], ([error]) =>
 *   textFor(error).length > 0)
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Struct from "effect/Struct"
import type { AnyKnownError } from "../core/errors/known-error.ts"
import { type KnownError, knownErrors } from "../core/errors/known-errors.ts"
import {
  BrokenProtocol,
  InvalidInput,
  ModuleNotLoaded,
  NoConnection,
  NotAvailable,
  Offline,
  RateLimited,
  Refused,
  RequestError,
  type RequestErrorReason,
  ResponseTooLarge,
  SessionChanged,
  SessionRejected,
  TimedOut,
  TokensNotStored,
  UnexpectedBody,
  UnexpectedStatus,
  UnknownErrorCode
} from "../core/errors/request-error.ts"
import { commonErrors } from "../core/errors/common-errors.ts"
import type { Endpoint } from "../core/http/endpoint.ts"

/** Generates from one of the arbitraries, each with the same probability. */
const oneOf = <A>(arbitraries: ReadonlyArray<Arbitrary.Arbitrary<A>>): Arbitrary.Arbitrary<A> =>
  Arbitrary.flatMap(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: arbitraries.length - 1 }))),
    (index) => {
      const chosen = arbitraries[index]
      if (chosen === undefined) throw new RangeError("There is nothing to choose from")
      return chosen
    }
  )

/** Generates instances of one known error. */
export const arbitraryOf = <Self>(known: AnyKnownError<Self>): Arbitrary.Arbitrary<Self> => {
  const schema = Schema.toType(Schema.Struct({ ...known.fields, message: Schema.String }))
  // `AnyKnownError` has no type of the props. The schema has the fields of the class.
  return Arbitrary.map(Arbitrary.schema(schema), (props) => new known(props as never))
}

/** Generates instances of every known error, with any details. */
export const arbitraryKnownError: Arbitrary.Arbitrary<KnownError> = oneOf<KnownError>(
  knownErrors.map((known) => arbitraryOf<KnownError>(known))
)

const text = Arbitrary.schema(Schema.String)
const issue = Arbitrary.map(text, (message) => new SchemaIssue.InvalidValue({ message }))
const retryAt = Arbitrary.map(
  Arbitrary.schema(Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8.64e15 })))),
  (millis) => (millis === null ? null : new Date(millis))
)
const secretText = Arbitrary.map(text, (value) => Redacted.make(value))
const failureStatus = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 })))

/** The schema of one of the literals. They are the keys of a record, so that a missing one is a type error. */
const anyOf = <A extends string>(literals: Readonly<Record<A, true>>) => Schema.Literals(Struct.keys(literals))

/** By tag, so that a new reason without an arbitrary is a type error. */
const reasons: { readonly [Tag in RequestErrorReason["_tag"]]: Arbitrary.Arbitrary<RequestErrorReason> } = {
  NoConnection: Arbitrary.map(
    Arbitrary.schema(
      Schema.Struct({
        description: Schema.String,
        diagnostics: Schema.Struct({
          online: Schema.NullOr(Schema.Boolean),
          health: anyOf<NoConnection["diagnostics"]["health"]>({ reachable: true, unreachable: true })
        })
      })
    ),
    (details) => new NoConnection(details)
  ),
  ModuleNotLoaded: Arbitrary.map(
    Arbitrary.schema(Schema.Struct({ module: Schema.String, description: Schema.String })),
    (details) => new ModuleNotLoaded(details)
  ),
  Offline: Arbitrary.Constant(new Offline()),
  TimedOut: Arbitrary.map(
    Arbitrary.schema(
      Schema.Struct({
        limit: anyOf<TimedOut["limit"]>({ attempt: true, call: true }),
        millis: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 600_000 }))
      })
    ),
    (details) => new TimedOut(details)
  ),
  RateLimited: Arbitrary.map(retryAt, (date) => new RateLimited({ retryAt: date })),
  ResponseTooLarge: Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1e9 }))),
    (limitBytes) => new ResponseTooLarge({ limitBytes })
  ),
  BrokenProtocol: Arbitrary.map(text, (explanation) => new BrokenProtocol({ explanation })),
  UnknownErrorCode: Arbitrary.map(
    Arbitrary.all({ code: text, status: failureStatus, text: secretText }),
    (details) => new UnknownErrorCode(details)
  ),
  UnexpectedStatus: Arbitrary.map(
    Arbitrary.all({ status: failureStatus, body: secretText, retryAt }),
    (details) => new UnexpectedStatus(details)
  ),
  UnexpectedBody: Arbitrary.map(
    oneOf<SchemaIssue.Issue | null>([Arbitrary.Constant(null), issue]),
    (found) => new UnexpectedBody({ issue: found })
  ),
  SessionChanged: Arbitrary.Constant(new SessionChanged()),
  SessionRejected: Arbitrary.map(text, (code) => new SessionRejected({ code })),
  TokensNotStored: Arbitrary.map(
    Arbitrary.schema(
      anyOf<TokensNotStored["problem"]>({ "cookie-too-large": true, "no-store": true, "storage-failed": true })
    ),
    (problem) => new TokensNotStored({ problem })
  ),
  Refused: Arbitrary.map(
    oneOf<Refused["error"]>(commonErrors.map((known) => arbitraryOf<Refused["error"]>(known))),
    (error) => new Refused({ error })
  ),
  InvalidInput: Arbitrary.map(issue, (found) => new InvalidInput({ issue: found })),
  NotAvailable: Arbitrary.map(
    Arbitrary.all({
      cause: Arbitrary.schema(
        anyOf<NotAvailable["cause"]>({ ownerSession: true, ownerSignedOut: true, server: true, tier: true })
      ),
      explanation: text
    }),
    (details) => new NotAvailable(details)
  )
}

/** Generates `RequestError` with any reason. Every call can fail with it. */
export const arbitraryRequestError: Arbitrary.Arbitrary<RequestError> = Arbitrary.map(
  Arbitrary.all({ endpoint: text, reason: oneOf(Object.values(reasons)) }),
  (details) => new RequestError(details)
)

/** Generates every failure of a call: the errors that its endpoint declares, and `RequestError`. */
export const arbitraryFailure = <Failure>(
  endpoint: Pick<Endpoint<never, unknown, Failure>, "errors">
): Arbitrary.Arbitrary<Failure | RequestError> =>
  oneOf<Failure | RequestError>([...endpoint.errors.map((known) => arbitraryOf(known)), arbitraryRequestError])
