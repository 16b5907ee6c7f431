/** Issues an authorization code with which an application signs an owner of the project in as one of its users. */
import { Effect } from "effect"
import { authorize } from "../../../core/api/impersonation.ts"
import {
  CannotImpersonateAnonymousUser,
  ImpersonationNotEnabled,
  ImpersonationRequiresOwner
} from "../../../core/errors/impersonation.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import { noteReason } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { hashImpersonationCode } from "../oauth/authorization-code-store.ts"
import { withoutHash } from "../oauth/authorization-url.ts"
import { redirectWithCode } from "../oauth/redirect-with-code.ts"
import { requireTrustedRedirect } from "../projects/trusted-redirect.ts"
import { UserStore } from "../users/user-store.ts"
import { mayImpersonate } from "./may-impersonate.ts"

export const handlers = [
  implement(
    authorize,
    Effect.fnUntraced(function* ({ body }) {
      const { ownerId, ownerSessionId, project } = yield* caller
      const reason = body.reason.trim()
      yield* noteReason(reason)
      if (ownerId === null || ownerSessionId === null) return yield* new ImpersonationRequiresOwner()
      if (!(yield* mayImpersonate(project.id, { ownerId, ownerSessionId }))) return yield* new ImpersonationNotEnabled()
      const userId = idOf(body.userId)
      const user = yield* (yield* UserStore).find(project.id, userId)
      if (user === null) return yield* new UserNotFound()
      if (user.isAnonymous) return yield* new CannotImpersonateAnonymousUser()
      const redirectUri = withoutHash(body.redirectUri)
      yield* requireTrustedRedirect(project, redirectUri)
      return yield* redirectWithCode(hashImpersonationCode, body.state, {
        projectId: project.id,
        userId,
        sessionId: null,
        impersonatorId: ownerId,
        impersonatorSessionId: ownerSessionId,
        redirectUri,
        codeChallenge: body.codeChallenge,
        afterCallbackRedirectUrl: null
      })
    }, inTransaction)
  )
]
