/** Texts of the second steps: the code of a magic link, the second factor, a passkey. */

export const steps = {
  codeTitle: "Enter the code from your email",
  codeSentTo: "We sent a six-character code to {email}. Check your spam folder, too.",
  codeLabel: "Code from your email",
  codeInvalid: "Invalid code",
  codeExpires: "The code expires in {time}.",
  codeSentAgain: "We sent a new code. Use the newest one.",
  anotherMethod: "Use another method",
  codeChecking: "Checking the code",

  secondFactorTitle: "Two-factor authentication",
  secondFactorText: "Enter the six-digit code from your authenticator app.",
  secondFactorLabel: "Code from your authenticator app",
  recoveryStepText: "Enter one of the recovery codes that you saved. Each works once.",
  recoveryLabel: "Recovery code",
  useRecoveryCode: "Use a recovery code",
  useAuthenticator: "Use your authenticator app",
  verify: "Verify",
  totpInvalid: "Invalid TOTP code",
  attemptOver: "This sign-in took too long, or too many codes were wrong. Start over.",
  startOver: "Start over"
} as const
