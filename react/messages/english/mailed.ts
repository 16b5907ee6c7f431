/** Texts of the pages that mails, providers and buttons lead to. */

export const mailed = {
  signedOut: "You are not currently signed in.",
  signingOut: "Signing out",

  forgotText: "We will email you a link to choose a new password.",
  yourEmail: "Your email",
  sendLink: "Email me a link",
  noNeedToReset: "Remember your password?",
  emailSent: "Email sent!",
  emailSentText:
    "If the user with this e-mail address exists, an e-mail was sent to your inbox. " +
    "Make sure to check your spam folder.",

  newPassword: "New password",
  repeatNewPassword: "Repeat new password",
  resetPassword: "Reset password",
  passwordReset: "Password reset successfully!",
  passwordResetText: "Your password has been reset. You can now sign in with your new password.",
  resetFailed: "Your password was not reset",
  resetFailedText: "Request a new link and try again. If the problem persists, contact support.",
  askForAnother: "Request a new link",

  linkExpires: "The link expires in {time}.",

  verifyText: "Confirm that this email address is yours.",
  verifyEmail: "Verify email",
  emailVerified: "Your email address is verified",
  emailVerifiedText: "You can now use it to sign in.",

  verifyLinkSent: "We sent a link to {email}. Check your spam folder, too.",
  verifyLinkSignIn: "Sign in, and we will send you a new one.",

  magicLinkText: "Confirm that you want to sign in.",
  magicLinkDone: "You are signed in",
  magicLinkDoneText: "You will be redirected in a moment.",

  linkInvalid: "This link is not valid",
  linkInvalidText: "It may be incomplete. Open it from the email again, or request a new one.",
  linkExpired: "This link has expired",
  linkExpiredText: "Links in emails work for a limited time. Request a new one.",
  linkUsed: "This link has already been used",
  linkUsedText: "Links in emails work only once. Request a new one if you need it.",

  totpInvalidTryAgain: "This code is wrong. Check your authenticator app and enter the newest code.",
  accountTaken: "This account is already connected",
  accountTakenText:
    "The account that you chose belongs to another user. Choose another account, or sign in as that user.",
  alreadyConnected: "You have already connected another account",
  alreadyConnectedText:
    "You can connect only one account of this provider. Disconnect the other one first, or choose that one.",
  notForSignIn: "This account is not used for sign-in",
  notForSignInText:
    "It is connected to an account here, but not for signing in. " +
    "Sign in another way, then allow it in the account settings.",
  accessDenied: "The provider denied access",
  accessDeniedText: "The sign-in was canceled, or access was denied. Try again.",
  oauthTimeout: "The sign-in took too long",
  oauthTimeoutText: "It was not completed at the provider in time. Start again.",
  oauthNotCompleted: "The sign-in was not completed",
  oauthNotCompletedText: "It may have been completed in another tab, or started too long ago. Sign in again.",
  providerUnavailable: "This provider is not available",
  providerUnavailableText: "It is turned off or not set up correctly. Choose another way to sign in.",
  signUpNotAllowedText:
    "No account here matches this sign-in, and new accounts cannot be created. Sign in the way you did before.",
  emailInUse: "This email is already used for sign-in",
  emailInUseText:
    "Another account uses the email address of your provider account. Sign in to that account the way you did before.",
  redirectUntrusted: "This application is not set up for sign-in",
  redirectUntrustedText:
    "Its address is not one of the project's trusted domains. Contact the people who run the application.",
  connectionMissing: "Your account at the provider is not connected",
  connectionMissingText: "It was never connected, or it lacks a permission that is needed here. Connect it again.",
  errorCode: "Error code: {code}",

  join: "Join {team}",
  joinText: "You are invited to join the team {team}.",
  joinTextBy: "{inviter} invites you to join the team {team}.",
  joinButton: "Join",
  ignore: "Ignore",
  signedInAs: "Signed in as {email}",
  useAnother: "Use another account",
  invitationSignIn: "Sign in or create an account to see the invitation.",
  joined: "You have joined {team}",
  joinedText: "You can now find it in your list of teams.",
  toTeam: "Go to the team"
} as const
