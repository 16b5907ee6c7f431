/** Texts of the second steps: the code of a magic link, the second factor, a passkey. */

export const steps = {
  codeTitle: "Enter the code from your email",
  codeSentTo: "We sent six characters to {email}. Check the spam folder too.",
  codeLabel: "Code from your email",
  codeInvalid: "Invalid code",
  codeChecking: "Checking the code",

  secondFactorTitle: "Two-factor authentication",
  secondFactorText: "Enter the six-digit code from your authenticator app.",
  secondFactorLabel: "Code from your authenticator app",
  verify: "Verify",
  totpInvalid: "Invalid TOTP code",
  attemptOver: "This sign-in has taken too long or too many tries. Please start over.",
  startOver: "Start over"
} as const
