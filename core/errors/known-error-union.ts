/** The schema union of all known errors, in a file of its own: the service uses their list alone, and starts faster. */
import * as Schema from "effect/Schema"
import { errorBody } from "./known-error.ts"
import { type KnownError as AnyKnown, knownErrors } from "./known-errors.ts"

/**
 * Codec between any known error and its body on the wire, `{ code, error, details? }`.
 *
 * @example const error = yield* Schema.decodeUnknownEffect(KnownError)(body)
 */
export const KnownError = Schema.Union(knownErrors.map((known) => errorBody<AnyKnown>(known)))
/** An instance of any known-error class. */
export type KnownError = AnyKnown
