/**
 * A snapshot: what a server knew of session, user and project when it rendered a page, as plain data that goes to the
 * browser with the page.
 *
 * It holds no token. Whose session it is it says by a mark, from which no token can be told: a page that was kept in
 * between, or whose user has signed out meanwhile, is found out by it.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import { Project } from "../../core/schema/project.ts"
import { User } from "../../core/schema/user.ts"
import { sessionKey, type Tokens } from "../../core/session/tokens.ts"

/** Plain JSON. User and project are as on the wire: snake_case, times in milliseconds. */
export interface Snapshot {
  readonly version: 1
  readonly projectId: string
  /** Marks the session, or `null` when there was none. */
  readonly session: string | null
  /** The signed-in user, or `null`. Absent when the service did not answer in time. */
  readonly user?: Schema.Json
  /** Absent when the service did not answer in time. */
  readonly project?: Schema.Json
}

const Answers = Schema.Struct({
  version: Schema.Literal(1),
  projectId: Schema.String,
  session: Schema.NullOr(Schema.String),
  user: Schema.optionalKey(Schema.NullOr(User)),
  project: Schema.optionalKey(Project)
})

/** The decoded content of a snapshot. */
export type SnapshotAnswers = typeof Answers.Type

/** Decodes a snapshot; `null` if it is invalid. It comes with a page, so it is checked like any response. */
export const answersIn = (snapshot: unknown): Effect.Effect<SnapshotAnswers | null> =>
  Effect.suspend(() => SchemaParser.decodeUnknownEffect(Answers)(snapshot)).pipe(
    // Metadata may be nested deeper than any stack is.
    Effect.catchCause(() => Effect.succeed(null))
  )

/**
 * Tells sessions apart without being a token: 53 bits of its 225 (or, for an access token, of its signature), so that
 * 172 stay unknown whatever is made of the mark. Not by `crypto.subtle`: a page's first render cannot wait for that.
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
