/** Adds a known error to the URL of the application's error page. */
import { Effect, Schema } from "effect"
import { errorBody } from "../../../core/errors/known-error.ts"
import { type KnownError, knownErrorByCode } from "../../../core/errors/known-errors.ts"

/** @param url trusted, so it can be parsed */
export const errorUrl = Effect.fnUntraced(function* (url: string, error: KnownError) {
  const known = knownErrorByCode(error.code)
  if (known === undefined) return yield* Effect.die(error)
  const { details = {} } = yield* Effect.orDie(Schema.encodeUnknownEffect(errorBody(known))(error))
  const target = new URL(url)
  target.searchParams.set("errorCode", error.code)
  target.searchParams.set("message", error.message)
  target.searchParams.set("details", JSON.stringify(details))
  return target.href
})
