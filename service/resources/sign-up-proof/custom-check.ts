/** The check of sign-ups by the program that embeds the service. Projects select it with the type `custom`. */
import { Context, Data, type Effect, type Schema } from "effect"

/** A sign-up whose proof is to be checked. */
export interface CheckedSignUp {
  /** The id of the project. */
  readonly projectId: string
  /** The address to which the account will belong. */
  readonly email: string
  /** At most 4096 characters, as the client sent them. */
  readonly proof: string
}

/** The check could not be made. The sign-up fails with 503. */
export class SignUpCheckUnavailable extends Data.TaggedError("SignUpCheckUnavailable")<{
  /** Why, for the log. */
  readonly problem: string
}> {}

/** A check of sign-ups of your own. */
export interface CustomSignUpCheck {
  /** Returns what a client needs for a proof. Default: nothing. */
  readonly challenge?: (projectId: string) => Effect.Effect<Schema.Json, SignUpCheckUnavailable>
  /** Returns whether the proof is accepted. A proof has to be accepted once only. */
  readonly verify: (signUp: CheckedSignUp) => Effect.Effect<boolean, SignUpCheckUnavailable>
}

/**
 * Default: none. Then sign-ups of projects with the type `custom` fail with 503.
 *
 * @example
 * Service.layer(options).pipe(
 *   Layer.provide(Layer.succeed(SignUpCheck, { verify: ({ proof }) => Effect.succeed(isOurs(proof)) }))
 * )
 */
export const SignUpCheck = Context.Reference<CustomSignUpCheck | null>("keystile/service/SignUpCheck", {
  defaultValue: () => null
})
