/** The session of a project's owner in `keystile dev`, where the control API gives it without a sign-in. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { NoConnection, NotAvailable, RequestError } from "../../core/errors/request-error.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"
import type { Transport } from "../../core/http/transport.ts"
import * as Refresher from "../../core/session/refresher.ts"
import * as Session from "../../core/session/session.ts"
import * as MemoryStore from "../../core/session/token-store-memory.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { reasonOf } from "../components/reason-of.ts"
import { lastingTransport } from "../deletions/lasting-transport.ts"
import { change, ServiceUnreachable } from "./control-api.ts"
import type { OwnerSession } from "./responses.ts"

/** The service applies no faults to requests with this header, and does not log them. */
const mark = { "x-keystile-console": "1" }

const transport: Transport["Service"] = Effect.runSync(
  Effect.map(FetchTransport.make, (transport) => {
    const { send } = lastingTransport(transport)
    return { send: (request) => send({ ...request, headers: { ...request.headers, ...mark } }) }
  })
)

const failure = (cause: unknown) =>
  new RequestError({
    endpoint: "owner-session",
    reason:
      cause instanceof ServiceUnreachable
        ? new NoConnection({
            description: cause.name,
            diagnostics: { online: navigator.onLine, health: "unreachable" }
          })
        : new NotAvailable({ cause: "ownerSession", explanation: reasonOf(cause) })
  })

const newSession = (projectId: string): Refresher.Refresh =>
  Effect.tryPromise({
    try: () => change<OwnerSession>("POST", `/projects/${projectId}/owner-session`),
    catch: failure
  }).pipe(Effect.map(({ access_token }) => Redacted.make(access_token)))

/**
 * Makes the session of an owner of the project. Each "refresh" is a new session, so the refresh token is only the key
 * by which the session is cached.
 */
const makeOwnerSession = (projectId: string): ProjectOwnerSession => {
  const store = MemoryStore.make({ refreshToken: Redacted.make(projectId), accessToken: null })
  const refresher = Refresher.make(() => newSession(projectId))
  return { session: Session.make(store, refresher), transport, baseUrl: location.origin }
}

const sessions = new Map<string, ProjectOwnerSession>()

/** Returns the session of an owner of the project, the same one each time. */
export const ownerSessionOf = (projectId: string): ProjectOwnerSession => {
  const known = sessions.get(projectId)
  if (known !== undefined) return known
  const made = makeOwnerSession(projectId)
  sessions.set(projectId, made)
  return made
}

/** Drops all sessions: their owners do not exist after a change of the whole state. */
export const forgetOwnerSessions = (): void => sessions.clear()
