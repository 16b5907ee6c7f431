/** Titles of the pages, and texts that show before a page is loaded. */

export const pages = {
  forgotTitle: "Reset your password",
  resetTitle: "Choose a new password",
  verifyTitle: "Verify your email address",
  magicLinkTitle: "Sign in with this link",
  cliTitle: "Sign in from the command line",
  invitationTitle: "You are invited to a team",
  signInFailed: "We could not sign you in",
  pageUnknown: "Page not found",

  framed: "For your security, this page cannot be shown inside another page",
  redirecting: "Redirecting",
  redirectingText: "If nothing happens, {link}.",
  redirectingLink: "go to the home page"
} as const
