/** Handles sign-ins on a command line. */
import { Clock, Effect, Redacted } from "effect"
import * as Api from "../../../core/api/command-line.ts"
import { CliAuthUsedError } from "../../../core/errors/command-line.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { anonymousSession } from "./anonymous-session.ts"
import { approveSignIn } from "./approve-sign-in.ts"
import { claimSession } from "./claim-session.ts"
import { CommandLineStore } from "./command-line-store.ts"
import { pollSignIn } from "./poll-sign-in.ts"
import { requireOpenSignIn } from "./require-open-sign-in.ts"
import { startSignIn } from "./start-sign-in.ts"

export { layer } from "./command-line-store.ts"

const readDetails = Effect.fnUntraced(function* (projectId: string, loginCode: string) {
  const signIn = yield* requireOpenSignIn(projectId, loginCode)
  const now = yield* Clock.currentTimeMillis
  const claimable =
    signIn.claimedAt === null ? yield* anonymousSession(projectId, signIn.anonymousSessionId, now) : null
  return {
    cliSessionState: claimable === null ? ("none" as const) : ("anonymous" as const),
    requestedAt: signIn.createdAt,
    expiresAt: signIn.expiresAt,
    ...(signIn.address !== null && { requestedFrom: { address: signIn.address } }),
    ...(signIn.userAgent !== null && { userAgent: signIn.userAgent })
  }
})

export const handlers = [
  implement(
    Api.start,
    Effect.fnUntraced(function* ({ body }) {
      return yield* startSignIn((yield* caller).project.id, body)
    })
  ),

  implement(
    Api.poll,
    Effect.fnUntraced(function* ({ body }) {
      const { project, tier } = yield* caller
      return yield* pollSignIn(project.id, tier, Redacted.value(body.pollingCode))
    }),
    { statusOf: ({ status }) => (status === "success" ? 201 : 200) }
  ),

  implement(
    Api.complete,
    Effect.fnUntraced(function* ({ body: { loginCode, mode = "complete", refreshToken } }) {
      const { project } = yield* caller
      const code = Redacted.value(loginCode)
      if (mode === "check") return yield* readDetails(project.id, code)
      if (mode === "claim-anon-session") return yield* claimSession(project.id, code)
      return yield* approveSignIn(code, refreshToken)
    })
  ),

  implement(
    Api.deny,
    Effect.fnUntraced(function* ({ body }) {
      const { project } = yield* caller
      const { id } = yield* requireOpenSignIn(project.id, Redacted.value(body.loginCode))
      const isDenied = yield* (yield* CommandLineStore).deny(id, yield* Clock.currentTimeMillis)
      return isDenied ? { success: true as const } : yield* new CliAuthUsedError()
    }, inTransaction)
  )
]
