/** Results of the promise apps: expected errors are values, all other errors reject. */
import * as Effect from "effect/Effect"

/** The result of a method that may fail with an expected error. */
export type Result<Data, Failure = never> =
  { readonly status: "ok"; readonly data: Data } | { readonly status: "error"; readonly error: Failure }

/** Runs the effect of a method. */
export type RunMethod = <A, E>(effect: Effect.Effect<A, E>) => Promise<A>

interface TaggedValue {
  readonly _tag: string
}

const hasTag = <E extends TaggedValue, Tag extends string>(tags: ReadonlyArray<Tag>) => {
  const texts: ReadonlyArray<string> = tags
  return (error: E): error is Extract<E, { readonly _tag: Tag }> => texts.includes(error._tag)
}

/**
 * Runs an effect as a promise of a result. The errors of the given tags are values; all others reject, with
 * the same error instances.
 */
export const toResult = <A, E extends TaggedValue, const Tag extends E["_tag"]>(
  effect: Effect.Effect<A, E>,
  tags: ReadonlyArray<Tag>
): Promise<Result<A, Extract<E, { readonly _tag: Tag }>>> => {
  type Expected = Extract<E, { readonly _tag: Tag }>
  return effect.pipe(
    Effect.map((data): Result<A, Expected> => ({ status: "ok", data })),
    Effect.catchIf(hasTag<E, Tag>(tags), (error) => Effect.succeed<Result<A, Expected>>({ status: "error", error })),
    Effect.runPromise
  )
}

/**
 * Returns the errors of the given tags as values, for calls without a result. All others stay
 * errors.
 */
export const returnErrors = <A, E extends TaggedValue, const Tag extends E["_tag"]>(
  effect: Effect.Effect<A, E>,
  tags: ReadonlyArray<Tag>
): Effect.Effect<Extract<E, { readonly _tag: Tag }> | undefined, Exclude<E, { readonly _tag: Tag }>> => {
  type Expected = Extract<E, { readonly _tag: Tag }>
  // `Exclude<E, Expected>` is the same type, which TypeScript cannot derive for any `E`.
  return effect.pipe(
    Effect.as(undefined),
    Effect.catchIf(hasTag<E, Tag>(tags), (error) => Effect.succeed(error))
  ) as Effect.Effect<Expected | undefined, Exclude<E, { readonly _tag: Tag }>>
}

/** The tags of the errors of a new password that a user can correct. */
export const passwordRequirements = ["PasswordTooShort", "PasswordTooLong", "PasswordBreached"] as const
