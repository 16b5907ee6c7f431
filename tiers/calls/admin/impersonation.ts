/** Signs an owner of the project in as one of its users. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/impersonation.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import type { CallError } from "../call-error.ts"
import { byKeys } from "../server/user-scope.ts"

/** A flow that the application has begun, and the user to sign in as. */
export interface ImpersonationInput {
  readonly userId: string
  /** Why the owner signs in as the user, for the audit log: 1 to 500 characters. */
  readonly reason: string
  /** The callback page of the application: a trusted URL of the project. */
  readonly redirectUri: string
  /** The `state` of the application's flow. */
  readonly state: string
  /** The challenge of the application's flow (RFC 7636), of the method `S256`. */
  readonly codeChallenge: string
}

export interface ImpersonationCalls {
  /**
   * Authorizes an application to sign the owner in as a user, for an hour. Returns the URL to redirect the browser to,
   * which has a code that is valid for a minute and once.
   *
   * Only the session of an owner can do so, in a project with `allowImpersonation`. An extension of the wire: check
   * `hasExtension(project, "impersonation")`.
   */
  readonly authorizeImpersonation: (input: ImpersonationInput) => Effect.Effect<string, CallError<typeof Api.authorize>>
}

export const impersonationCalls = (dependencies: CallDependencies): ImpersonationCalls => {
  const run = byKeys(dependencies)
  return {
    authorizeImpersonation: ({ codeChallenge, reason, redirectUri, state, userId }) =>
      Effect.map(
        run(Api.authorize, { body: { userId, reason, redirectUri, state, codeChallenge } }),
        ({ redirectUrl }) => redirectUrl
      )
  }
}
