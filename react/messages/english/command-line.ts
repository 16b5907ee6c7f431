/** Texts of the page that approves a sign-in on a command line. */

export const commandLineTexts = {
  cliText: "A command-line program wants to sign in as you.",
  cliSignIn: "A command-line program wants to sign in. Sign in first to approve it.",
  cliKept: "If you create an account, what you did there before is kept.",
  cliRequested: "Requested",
  cliAddress: "Address",
  cliProgram: "Program",
  cliWarning:
    "Continue only if you started this yourself. If someone sent you this page, cancel: they could act as you.",
  cliApprove: "Approve",
  cliApproved: "The program is signed in",
  cliApprovedText: "You can close this page. The account settings list its session.",
  cliDenied: "The program was not signed in",
  cliDeniedText: "You can close this page.",
  cliInvalidText: "It may be incomplete. Open the whole link, or start again on the command line.",
  cliAgainText: "Start again on the command line."
} as const
