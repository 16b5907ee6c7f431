/** The notice for an error of a call in the account settings. */
import { RequestError } from "../../core/errors/request-error.ts"
import type { RetryWait } from "../../core/http/retry.ts"
import { Notice } from "../components/notice.tsx"
import { account } from "../messages/english/account.ts"
import type { MessagesOf } from "../messages/english.ts"
import { type DisplayedError, useErrorText, useMessages } from "../messages/messages.ts"
import { RequestNotice } from "../components/request-notice.tsx"

export type AccountMessages = MessagesOf<typeof account>

/** An error of a call. */
export interface DisplayedCallError {
  readonly _tag: string
  readonly message: string
}

/** Returns the text for an error; `null` for errors that `RequestNotice` explains. */
export const callErrorText = (
  error: DisplayedCallError,
  texts: AccountMessages,
  errorText: (error: DisplayedError) => string
): string | null => {
  if (error instanceof RequestError) {
    const { reason } = error
    if (reason._tag === "SessionRejected") return texts.signedOutMeanwhile
    if (reason._tag === "SessionChanged") return texts.otherUser
    if (reason._tag === "UnexpectedStatus" && reason.status >= 400 && reason.status < 500) return texts.refused
    return null
  }
  switch (error._tag) {
    case "CannotGetOwnUserWithoutUser":
    case "UserAuthenticationRequired":
      return texts.signedOutMeanwhile
    case "TeamPermissionRequired":
      return texts.permissionLost
    case "TeamMembershipNotFound":
    case "TeamNotFound":
      return texts.notInTeam
    case "VerificationCodeNotFound":
      return texts.receivedGone
    case "LastTeamAdmin":
      return texts.lastAdmin
    case "ApiKeyNotFound":
    case "TeamRolesNotDistinct":
    case "MultiFactorAuthenticationNotEnabled":
      return texts.refused
    case "ContactChannelAlreadyUsedForAuthBySomeoneElse":
      return texts.emailTaken
    case "PasswordConfirmationMismatch":
    case "EmailPasswordMismatch":
      return texts.passwordWrong
    case "PasskeyNotFound":
      return texts.passkeyGone
    case "PasskeyWebAuthnError":
      return isRegistered(error) ? texts.passkeyExists : texts.passkeyNotMade
    case "PasskeyRegistrationFailed":
      return texts.passkeyNotMade
    default:
      return errorText(error)
  }
}

/** Returns whether the authenticator refused because it has one of the user's passkeys. */
const isRegistered = (error: DisplayedCallError) =>
  "webAuthnCode" in error && error.webAuthnCode === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"

export interface CallErrorNoticeProps {
  readonly error: DisplayedCallError | null
  readonly waiting?: RetryWait | null
}

/** Shows the text of an error, or that the call is retried. */
export const CallErrorNotice = ({ error, waiting = null }: CallErrorNoticeProps) => {
  const texts = useMessages(account)
  const errorText = useErrorText()
  if (error === null && waiting === null) return null
  const text = error === null ? null : callErrorText(error, texts, errorText)
  if (text !== null) return <Notice>{text}</Notice>
  return <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
}
