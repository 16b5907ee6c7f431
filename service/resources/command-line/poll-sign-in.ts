import { Clock, Data, Effect } from "effect"
import { InvalidPollingCode } from "../../../core/errors/command-line.ts"
import type { PollResult } from "../../../core/schema/command-line-sign-in.ts"
import type { Tier } from "../../../core/schema/tier.ts"
import { textError } from "../../response/raw-response.ts"
import { retryAfter } from "../../response/response-headers.ts"
import { inTransaction } from "../../sql/rows.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { startSession } from "../sessions/start-session.ts"
import { type Approval, type CommandLineSignIn, CommandLineStore } from "./command-line-store.ts"

/**
 * The least time between two polls of a sign-in in the client tier, in milliseconds. Clients poll every two seconds.
 */
const POLL_INTERVAL = 1000

/** Returns the state of a sign-in. The first poll after the approval starts the session of the command line. */
export const pollSignIn = Effect.fnUntraced(function* (projectId: string, tier: Tier, pollingCode: string) {
  const store = yield* CommandLineStore
  const now = yield* Clock.currentTimeMillis
  const signIn = yield* store.findByPollingCode(projectId, pollingCode)
  if (signIn === null) return yield* new InvalidPollingCode()
  if (tier === "client" && !(yield* store.recordPoll(signIn.id, now, POLL_INTERVAL))) {
    return yield* textError(429, "Poll every two seconds.", retryAfter(POLL_INTERVAL / 1000))
  }
  return yield* stateOf(projectId, signIn, now)
})

/** The session in the browser has ended since it approved the sign-in. */
class ApproverSignedOut extends Data.TaggedError("ApproverSignedOut") {}

/** A concurrent poll has completed the sign-in. */
class SignInUsed extends Data.TaggedError("SignInUsed") {}

const expiredResult = { status: "expired" } as const

const stateOf = Effect.fnUntraced(function* (
  projectId: string,
  signIn: CommandLineSignIn,
  now: number
): Effect.fn.Return<PollResult, never, Effect.Services<ReturnType<typeof completeSignIn>>> {
  if (signIn.deniedAt !== null) return { ...expiredResult, isDenied: true }
  if (signIn.expiresAt.getTime() <= now) return expiredResult
  if (signIn.usedAt !== null) return { status: "used" }
  const { sessionId, userId } = signIn
  if (userId === null || sessionId === null) return { status: "waiting" }
  return yield* completeSignIn(projectId, signIn.id, { userId, sessionId }, now).pipe(
    Effect.catchTag("ApproverSignedOut", () => Effect.as(expire(signIn.id, now), expiredResult)),
    Effect.catchTag("SignInUsed", () => Effect.succeed({ status: "used" } as const))
  )
})

const expire = (id: string, now: number) => Effect.flatMap(CommandLineStore, (store) => store.expire(id, now))

/**
 * Starts the session of an approved sign-in. It is void if the session in the browser has ended since the approval. The
 * new session ends when that one would have expired, so that no session is extended, and an impersonation stays one.
 */
const completeSignIn = Effect.fnUntraced(function* (
  projectId: string,
  id: string,
  { sessionId, userId }: Approval,
  now: number
) {
  const approving = yield* (yield* SessionStore).findById(projectId, sessionId, now)
  if (approving === null) return yield* new ApproverSignedOut()
  // Of concurrent polls, the database accepts the first.
  if (!(yield* (yield* CommandLineStore).markUsed(id, now))) return yield* new SignInUsed()
  const { refreshToken } = yield* startSession(projectId, userId, {
    ...(approving.endsAt !== null && { lifetimeMillis: approving.endsAt.getTime() - now }),
    isImpersonation: approving.isImpersonation,
    isCommandLine: true
  })
  return { status: "success" as const, refreshToken }
}, inTransaction)
