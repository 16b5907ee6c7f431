/** Calls an endpoint of the admin tier for a project without HTTP and without a key. */
import { Effect } from "effect"
import { isKnownError } from "../../core/errors/known-errors.ts"
import { Caller } from "../request/caller.ts"
import { RawResponse } from "../response/raw-response.ts"
import type { Implementation } from "../endpoint/implement.ts"
import type { ProjectRecord } from "../sql/records/project-record.ts"
import { AdministrationRefused } from "./administration-refused.ts"

interface AdminCall {
  readonly project: ProjectRecord
  readonly params?: Readonly<Record<string, string>>
  /** JSON in the form of the wire. */
  readonly body?: unknown
}

/** Returns the success in the form of the wire. The body is validated as that of a request is. */
export const callAsAdmin = <R>(
  { handle }: Implementation<R>,
  { body, params = {}, project }: AdminCall
): Effect.Effect<unknown, AdministrationRefused, Exclude<R, Caller>> =>
  handle({ title: "Keystile", headers: {}, params, query: {}, body }).pipe(
    Effect.map(({ success }) => success),
    Effect.provideService(Caller, {
      tier: "admin",
      project,
      userId: null,
      refusedReason: null,
      sessionId: null,
      user: null,
      keySetId: null,
      ownerId: null,
      impersonatorId: null,
      isOwnUserRefused: false,
      ownerSessionId: null,
      refreshToken: null
    }),
    Effect.catch((error) => {
      if (isKnownError(error)) return new AdministrationRefused({ problems: [error.message] })
      if (error instanceof RawResponse) return new AdministrationRefused({ problems: [error.response.body] })
      return Effect.die(error)
    })
  )
