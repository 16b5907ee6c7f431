/** Texts of the steps that come after a click: the code of a magic link, the second factor, a passkey. */

export const steps = {
  codeTitle: "Enter the code from your email",
  codeSentTo: "We sent six characters to {email}. Check the spam folder too.",
  codeLabel: "Code from your email",
  codeInvalid: "Invalid code",

  secondFactorTitle: "Two-factor authentication",
  secondFactorText: "Enter the six-digit code from your authenticator app.",
  secondFactorLabel: "Code from your authenticator app",
  verify: "Verify",
  totpInvalid: "Invalid TOTP code",
  attemptOver: "This sign-in has taken too long or too many tries. Please start over.",
  startOver: "Start over",
  totpInvalidStartOver: "Invalid TOTP code. Please try signing in again.",

  passkeyFailed: "The passkey could not be used. Try again, or sign in another way.",
  passkeyUnsupported: "This browser cannot use passkeys. Sign in another way.",
  waitingForPasskey: "Follow your browser's instructions"
} as const
