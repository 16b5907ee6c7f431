/** Texts of the pages that mails and sign-in providers lead to, and of those around them. */

export const pages = {
  signedOut: "You are not currently signed in.",
  signingOut: "Signing out",

  forgotTitle: "Reset your password",
  forgotText: "We will send you a link to choose a new one.",
  yourEmail: "Your email",
  noNeedToReset: "Don't need to reset?",
  emailSent: "Email sent!",
  emailSentText:
    "If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.",

  resetTitle: "Choose a new password",
  newPassword: "New password",
  repeatNewPassword: "Repeat new password",
  resetPassword: "Reset password",
  passwordReset: "Password reset successfully!",
  passwordResetText: "Your password has been reset. You can now sign in with your new password.",
  resetFailed: "Your password was not reset",
  resetFailedText: "Ask for a new e-mail and try again. If the problem persists, contact support.",
  askForAnother: "Send another email",

  verifyTitle: "Verify your e-mail address",
  verifyText: "Confirm that you want to verify your e-mail address.",
  verifyEmail: "Verify email",
  emailVerified: "Your e-mail address is verified",
  emailVerifiedText: "You can now use it to sign in.",

  magicLinkTitle: "Sign in with this link",
  magicLinkText: "Confirm that you want to sign in.",
  magicLinkDone: "You are signed in",
  magicLinkDoneText: "You will be taken on in a moment.",

  linkInvalid: "This link is not valid",
  linkInvalidText: "It may have been cut off on its way. Open it from the e-mail once more, or ask for a new one.",
  linkExpired: "This link has expired",
  linkExpiredText: "Links from e-mails only work for a while. Please ask for a new one.",
  linkUsed: "This link has already been used",
  linkUsedText: "A link from an e-mail works once. Please ask for a new one if you need it.",

  redirecting: "Taking you on",
  redirectingText: "If nothing happens, {link}.",
  redirectingLink: "go to the home page",
  signInFailed: "You could not be signed in",
  accountTaken: "This account is already connected",
  accountTakenText: "The account you chose at the provider belongs to another user. Choose another one, or sign in as that user.",
  alreadyConnected: "You already have a connected account",
  alreadyConnectedText: "Another account of this provider is connected to you. Disconnect it first, or choose that account.",
  accessDenied: "The provider did not let you in",
  accessDeniedText: "Access was denied or the sign-in was cancelled. Please try again.",
  errorCode: "Error code: {code}",
  pageUnknown: "There is no such page",
  framed: "This page cannot be shown inside another one."
} as const
