/** The message cards. */
import {
  EmailSentCard,
  EmailVerifiedCard,
  ErrorCard,
  FailureCard,
  LinkCard,
  MagicLinkSuccessCard,
  PasswordResetCard,
  PasswordResetFailedCard,
  SignedInCard,
  SignedOutCard,
  SignUpDisabledCard,
  UnknownErrorCard
} from "keystile/react"
import type { Group } from "./group.ts"

const error = (code: string, message = "") => <ErrorCard error={{ code, message }} />

export const cards: ReadonlyArray<Group> = [
  {
    name: "cards",
    items: [
      { name: "Signed in", part: <SignedInCard /> },
      { name: "Signed out", part: <SignedOutCard /> },
      { name: "Sign-up disabled", part: <SignUpDisabledCard /> },
      { name: "Email sent", part: <EmailSentCard /> },
      { name: "Password reset", part: <PasswordResetCard /> },
      { name: "Password reset failed", part: <PasswordResetFailedCard /> },
      { name: "Email verified", part: <EmailVerifiedCard /> },
      { name: "Magic link done", part: <MagicLinkSuccessCard /> },
      { name: "Invalid link", part: <LinkCard problem="invalid" of="passwordReset" /> },
      { name: "Expired link", part: <LinkCard problem="expired" of="magicLink" /> },
      { name: "Used link", part: <LinkCard problem="used" of="emailVerification" /> },
      { name: "Account taken", part: error("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER") },
      { name: "Already connected", part: error("USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION") },
      { name: "Access denied", part: error("OAUTH_PROVIDER_ACCESS_DENIED") },
      { name: "Another code", part: error("A_NEWER_CODE", "It went <b>wrong</b> in a new way. Please sign in again.") },
      { name: "Unknown error", part: <UnknownErrorCard /> },
      { name: "Failure", part: <FailureCard error={new Error("?")} retry={() => {}} /> }
    ]
  }
]
