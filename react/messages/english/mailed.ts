/** Texts of the pages that mails, providers and buttons lead to. */

export const mailed = {
  signedOut: "You are not currently signed in.",
  signingOut: "Signing out",

  forgotText: "We will send you a link to choose a new one.",
  yourEmail: "Your email",
  noNeedToReset: "Don't need to reset?",
  emailSent: "Email sent!",
  emailSentText:
    "If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.",

  newPassword: "New password",
  repeatNewPassword: "Repeat new password",
  resetPassword: "Reset password",
  passwordReset: "Password reset successfully!",
  passwordResetText: "Your password has been reset. You can now sign in with your new password.",
  resetFailed: "Your password was not reset",
  resetFailedText: "Ask for a new e-mail and try again. If the problem persists, contact support.",
  askForAnother: "Send another email",

  verifyText: "Confirm that you want to verify your e-mail address.",
  verifyEmail: "Verify email",
  emailVerified: "Your e-mail address is verified",
  emailVerifiedText: "You can now use it to sign in.",

  magicLinkText: "Confirm that you want to sign in.",
  magicLinkDone: "You are signed in",
  magicLinkDoneText: "You will be taken on in a moment.",

  linkInvalid: "This link is not valid",
  linkInvalidText: "It may have been cut off on its way. Open it from the e-mail once more, or ask for a new one.",
  linkExpired: "This link has expired",
  linkExpiredText: "Links from e-mails only work for a while. Please ask for a new one.",
  linkUsed: "This link has already been used",
  linkUsedText: "A link from an e-mail works once. Please ask for a new one if you need it.",

  totpInvalidTryAgain: "Invalid TOTP code. Please try again with the newest code.",
  accountTaken: "This account is already connected",
  accountTakenText:
    "The account you chose at the provider belongs to another user. Choose another one, or sign in as that user.",
  alreadyConnected: "You already have a connected account",
  alreadyConnectedText:
    "Another account of this provider is connected to you. Disconnect it first, or choose that account.",
  accessDenied: "The provider did not let you in",
  accessDeniedText: "Access was denied or the sign-in was cancelled. Please try again.",
  oauthTimeout: "The sign-in took too long",
  oauthTimeoutText: "It was not finished in time at the provider. Please start again.",
  oauthNotCompleted: "The sign-in was not completed",
  oauthNotCompletedText: "It may have been finished in another tab, or begun too long ago. Please sign in again.",
  providerUnavailable: "This provider is not available",
  providerUnavailableText: "It is switched off here, or not set up as it must be. Choose another way to sign in.",
  signUpNotAllowedText: "You have no account here yet, and new ones cannot be made. Sign in the way you did before.",
  emailInUse: "This email is already used for sign-in",
  emailInUseText:
    "Another account signs in with the email that the provider told us. Sign in to that account the way you did before.",
  redirectUntrusted: "This application is not set up for sign-in",
  redirectUntrustedText: "Its address is not among those that the project trusts. Tell the people who run it.",
  connectionMissing: "The provider's account is not connected",
  connectionMissingText: "It is not connected to you, or it was not asked for all that this needs. Connect it again.",
  errorCode: "Error code: {code}",

  join: "Join {team}",
  joinText: "You are invited to join the team {team}.",
  joinButton: "Join",
  ignore: "Ignore",
  signedInAs: "Signed in as {email}",
  useAnother: "Use another account",
  invitationSignIn: "Sign in or create an account to see the invitation.",
  joined: "You have joined {team}",
  joinedText: "You find it among your teams.",
  toTeam: "Go to the team"
} as const
