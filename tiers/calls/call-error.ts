/** The errors of a call, derived from the endpoints that it calls. */
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Endpoint } from "../../core/http/endpoint.ts"

/**
 * The errors that the endpoints declare, and `RequestError`.
 *
 * @example
 * type SignInError = CallError<typeof PasswordApi.signIn> | CookiesBlocked
 */
export type CallError<E> =
  (E extends Endpoint<infer _Input, infer _Success, infer Failure> ? Failure : never) | RequestError
