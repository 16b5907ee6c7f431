/** Texts of the page for restricted users. */

export const restrictionTexts = {
  restrictedTitle: "Your account is restricted",
  restrictedText: "You cannot continue until an administrator lifts the restriction.",
  restrictedWhy: "Reason",
  verifyAddressFirst: "Verify {email} before you continue.",
  addressFirst: "Add your email address, and verify it before you continue.",
  verifiedContinue: "I have verified it",
  notVerifiedYet: "The address is not verified yet. Open the link in the email first."
} as const
