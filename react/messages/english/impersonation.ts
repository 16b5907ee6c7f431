/** Texts for an owner who is signed in as another person. */

export const impersonationTexts = {
  impersonation: "Signed in as another person",
  impersonationText: "You are signed in as {name}.",
  impersonationEnd: "End",
  impersonationToTop: "Move to the top",
  impersonationToBottom: "Move to the bottom"
} as const
