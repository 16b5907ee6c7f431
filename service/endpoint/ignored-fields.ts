/** Removes fields that clients send and this service has no use for. The schemas refuse unknown ones. */
import { Effect, Predicate } from "effect"
import type { ReceivedRequest } from "../request/received-request.ts"

const omit = <A>(fields: Readonly<Record<string, A>>, names: ReadonlySet<string>): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))

/** Returns an object without the fields of these names. Other values are unchanged. */
export const without =
  (names: ReadonlySet<string>) =>
  (value: unknown): unknown =>
    Predicate.isReadonlyObject(value) ? omit(value, names) : value

/** Returns a `prepare` step that removes fields from the query and the body. */
export const ignoreFields =
  (names: ReadonlySet<string>) =>
  (received: ReceivedRequest): Effect.Effect<ReceivedRequest> =>
    Effect.succeed({ ...received, query: omit(received.query, names), body: without(names)(received.body) })

/**
 * The result of a bot challenge, which clients since Stack Auth 2.8 send with requests that may create a user. This
 * service has challenges of its own (docs/wire/sign-up-proof.md).
 */
export const botChallenge: ReadonlySet<string> = new Set([
  "bot_challenge_token",
  "bot_challenge_phase",
  "bot_challenge_unavailable"
])
