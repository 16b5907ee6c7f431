/** Titles of the pages, and texts that show before a page is loaded. */

export const pages = {
  forgotTitle: "Reset your password",
  resetTitle: "Choose a new password",
  verifyTitle: "Verify your e-mail address",
  magicLinkTitle: "Sign in with this link",
  invitationTitle: "You are invited to a team",
  signInFailed: "You could not be signed in",
  pageUnknown: "There is no such page",

  framed: "This page cannot be shown inside another one.",
  redirecting: "Taking you on",
  redirectingText: "If nothing happens, {link}.",
  redirectingLink: "go to the home page"
} as const
