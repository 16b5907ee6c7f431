/** The pages that mails and buttons lead to. They are small and share most of what they are made of: one file for all. */
export { EmailVerification } from "../screens/email-verification.tsx"
export { ErrorPage } from "../screens/error-page.tsx"
export { ForgotPassword } from "../screens/forgot-password.tsx"
export { MagicLinkCallback } from "../screens/magic-link-callback.tsx"
export { PasswordReset } from "../screens/password-reset.tsx"
export { SignOut } from "../screens/sign-out.tsx"
export { TeamInvitation } from "../screens/team-invitation.tsx"
