/** The texts of errors of the admin tier: what happened, then what to do. */
import * as Redacted from "effect/Redacted"
import type { KnownError } from "../../core/errors/known-errors.ts"
import type { RequestError, RequestErrorReason } from "../../core/errors/request-error.ts"

/** Any error of a call. */
export interface CallFailure {
  readonly _tag: string
  readonly message: string
}

const texts: Readonly<Record<string, string>> = {
  ApiKeyNotFound: "This key does not exist any more.",
  CannotImpersonateAnonymousUser: "This user is anonymous. An owner cannot sign in as an anonymous user.",
  ContactChannelAlreadyUsedForAuthBySomeoneElse:
    "Another user signs in with this address. Search for the address, or leave the sign-in to them.",
  ContainedPermissionNotFound: "A contained permission does not exist. Define it first.",
  EmailAlreadyVerified: "The address is verified already.",
  ImpersonationNotEnabled: "Owners may not sign in as a user of this project. Allow it in its settings.",
  LastTeamAdmin: "This member is the only admin of the team. Make another member an admin first.",
  OutgoingMailNotFound: "There is no such mail in the outbox. Old mails are deleted.",
  OutgoingMailNotSendable: "The mail cannot be sent again: it was delivered, or its code has expired.",
  PasskeyNotFound: "This passkey does not exist any more.",
  PasswordAuthenticationNotEnabled: "Sign-in by password is off in this project. Turn it on in the settings first.",
  PasswordBreached: "This password is in a list of breached passwords. Choose another one.",
  PermissionIdAlreadyExists: "There is a permission with this id already. Choose another id.",
  PermissionNotFound: "There is no permission with this id. Define it first.",
  PrimaryEmailMissing: "The user has no primary address. Add one first.",
  RateLimitsTooHigh: "The operator of this service allows no limits that are so high, or off. Choose lower ones.",
  RedirectUrlNotWhitelisted:
    "The project does not trust this URL: it must be on this machine, or on one of the project's domains. Add the " +
    "domain in the settings.",
  SessionNotFound: "This session has ended already.",
  TeamMembershipAlreadyExists: "The user is a member of this team already.",
  TeamMembershipNotFound: "The user is not a member of this team.",
  TeamNotFound: "There is no such team in this project. It may have been deleted.",
  UserEmailAlreadyExists: "A user with this address already exists. Search for the address, or use another one.",
  UserIdDoesNotExist: "There is no user with this id in this project.",
  UserNotFound: "There is no such user in this project. They may have been deleted.",
  WebhookMessageNotFound: "There is no such message, or not for this target. Old messages are deleted.",
  WebhookTargetAlreadyExists: "There is a target with this address already. Change that one, or use another address.",
  WebhookTargetNotFound: "There is no such target in this project. It may have been deleted.",
  WebhookUrlNotAllowed: "Webhooks are sent to public addresses over https only. Use an address that begins with https."
} satisfies Partial<Record<KnownError["_tag"] | "PrimaryEmailMissing", string>>

const textOfReason = (reason: RequestErrorReason, message: string): string => {
  switch (reason._tag) {
    case "NoConnection":
    case "TimedOut":
      return "The service does not respond. Check that it runs, then try again."
    case "Offline":
      return "This device is offline. Connect it, then try again."
    case "RateLimited":
      return reason.retryAt === null
        ? "There were too many requests. Try again later."
        : `There were too many requests. Try again at ${reason.retryAt.toLocaleTimeString()}.`
    case "UnexpectedStatus": {
      // The service explains plain refusals in a sentence.
      const body = Redacted.value(reason.body)
      if (reason.status >= 500) return `The service failed with status ${reason.status}. Try again, or see its log.`
      return /^[A-Z][^<{]{1,300}$/.test(body) ? body : message
    }
    case "Refused":
      return textOf(reason.error)
    case "NotAvailable":
      return reason.cause === "ownerSignedOut" ? "You are signed out. Sign in again." : reason.explanation
    case "InvalidInput":
      return message.includes('["params"]')
        ? "The id in the URL is not valid. It may be incomplete."
        : message.replace(/^.* is not valid: /, "").replaceAll(/\s+at (?:\["[^"]*"\])*\["([^"]*)"\]/g, " ($1)")
    default:
      return message
  }
}

const isRequestError = (error: CallFailure): error is RequestError => error._tag === "RequestError"

/** Returns the text of an error. */
export const textOf = (error: CallFailure): string => {
  if (isRequestError(error)) return textOfReason(error.reason, error.message)
  return texts[error._tag] ?? error.message
}

/** Returns the text of an error, or `null` without one. */
export const problemOf = (error: CallFailure | null): string | null => (error === null ? null : textOf(error))
