/**
 * A snapshot of session, user and project at the time when a server rendered a page, as plain data within the page.
 *
 * It contains no token. It identifies the session by a mark, from which the token cannot be computed. With the mark the
 * browser recognizes a page from a cache, or of a user who has signed out since.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import { Project } from "../../core/schema/project.ts"
import { User } from "../../core/schema/user.ts"
import { sessionKey, type Tokens } from "../../core/session/tokens.ts"

/** Plain JSON. User and project are as on the wire: snake_case, times in milliseconds. */
export interface Snapshot {
  /** The version of the format. */
  readonly version: 1
  /** The id of the project. */
  readonly projectId: string
  /** The mark of the session, see {@link sessionMark}; `null` without a session. */
  readonly session: string | null
  /** The signed-in user, or `null`. Absent when the service did not respond in time. */
  readonly user?: Schema.Json
  /** Absent when the service did not respond in time. */
  readonly project?: Schema.Json
  /**
   * The snapshot is of a build, not of a request: the sign-in pages show the project at first, and request it again in
   * the background.
   */
  readonly revalidate?: true
}

const Content = Schema.Struct({
  version: Schema.Literal(1),
  projectId: Schema.String,
  session: Schema.NullOr(Schema.String),
  user: Schema.optionalKey(Schema.NullOr(User)),
  project: Schema.optionalKey(Project)
})

/** The decoded content of a snapshot. */
export type SnapshotContent = typeof Content.Type

/** Decodes a snapshot; `null` if it is invalid. */
export const decodeSnapshot = (snapshot: unknown): Effect.Effect<SnapshotContent | null> =>
  Effect.suspend(() => SchemaParser.decodeUnknownEffect(Content)(snapshot)).pipe(
    // Deeply nested metadata may overflow the stack of the decoder.
    Effect.catchCause(() => Effect.succeed(null))
  )

/**
 * Returns a hash that identifies a session without revealing its token; `null` without tokens. It has 53 bits, and the
 * refresh token (or the signature of the access token) has 225, so at least 172 bits remain secret. It is synchronous,
 * unlike `crypto.subtle`, for the first render of a page.
 *
 * The function is cyrb53, https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js (public domain).
 */
export const sessionMark = (tokens: Tokens): string | null => {
  const key = sessionKey(tokens)
  if (key === null) return null
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)
}
