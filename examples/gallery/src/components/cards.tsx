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
      { name: "Signed in", component: <SignedInCard /> },
      { name: "Signed out", component: <SignedOutCard /> },
      { name: "Sign-up disabled", component: <SignUpDisabledCard /> },
      { name: "Email sent", component: <EmailSentCard /> },
      { name: "Password reset", component: <PasswordResetCard /> },
      { name: "Password reset failed", component: <PasswordResetFailedCard /> },
      { name: "Email verified", component: <EmailVerifiedCard /> },
      { name: "Magic link done", component: <MagicLinkSuccessCard /> },
      { name: "Invalid link", component: <LinkCard problem="invalid" of="passwordReset" /> },
      { name: "Expired link", component: <LinkCard problem="expired" of="magicLink" /> },
      { name: "Used link", component: <LinkCard problem="used" of="emailVerification" /> },
      { name: "Account taken", component: error("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER") },
      { name: "Already connected", component: error("USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION") },
      { name: "Access denied", component: error("OAUTH_PROVIDER_ACCESS_DENIED") },
      {
        name: "Another code",
        component: error("A_NEWER_CODE", "It went <b>wrong</b> in a new way. Please sign in again.")
      },
      { name: "Unknown error", component: <UnknownErrorCard /> },
      { name: "Failure", component: <FailureCard error={new Error("?")} retry={() => {}} /> }
    ]
  }
]
