/** Chunk of the pages that mails, buttons and providers lead to. They are small and share most of their modules. */
export { EmailVerification } from "./email-verification.tsx"
export { ErrorPage } from "./error-page.tsx"
export { ForgotPassword } from "./password/forgot-password.tsx"
export { MagicLinkCallback } from "./magic-link/magic-link-callback.tsx"
export { OAuthOutcome } from "./oauth/oauth-outcome.tsx"
export { PasswordReset } from "./password/password-reset.tsx"
export { SignOut } from "./sign-out.tsx"
export { TeamInvitation } from "./team-invitation/team-invitation.tsx"
