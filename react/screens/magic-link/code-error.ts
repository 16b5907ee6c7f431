/** Texts for a refused code of a magic link. */
import type { LoadFailure } from "../../../core/loading/load-failure.ts"
import type { MagicLinkError, SendMagicLinkError } from "../../../tiers/calls/magic-link.ts"
import type { steps } from "../../messages/english/steps.ts"
import type { Messages, MessagesOf } from "../../messages/english.ts"
import type { DisplayedError } from "../../messages/messages.ts"

/** Returns the text; `undefined` if the error is not about the code. */
export const codeError = (
  error: MagicLinkError | SendMagicLinkError | LoadFailure,
  texts: MessagesOf<typeof steps>,
  common: Messages,
  errorText: (error: DisplayedError) => string
): string | undefined => {
  switch (error._tag) {
    case "VerificationCodeNotFound":
    case "VerificationCodeExpired":
    case "VerificationCodeAlreadyUsed":
    case "VerificationCodeMaxAttemptsReached":
      return texts.codeInvalid
    case "RequestError":
      return error.reason._tag === "UnknownErrorCode" && error.reason.code === "SIGN_UP_NOT_ENABLED"
        ? common.signUpNotAllowed
        : undefined
    default:
      return errorText(error)
  }
}
