/** Texts of the sessions in the account settings. */

export const sessionTexts = {
  sessions: "Sessions",
  sessionsText: "Devices on which you are signed in. Sign out those that you do not recognize.",
  sessionCurrent: "This device",
  sessionClient: "{browser} on {system}",
  sessionImpersonation: "Administrator",
  sessionCommandLine: "Command line",
  sessionUnknown: "Unknown device",
  sessionStartedOn: "Signed in on {date}",
  sessionUsed: "Last active: {when}",
  sessionRevokeOf: "Sign out {device}",
  sessionRevokeTitle: "Sign out {device}?",
  sessionRevokeText: "The device needs to sign in again.",
  sessionRevoked: "{device} was signed out.",
  sessionsRevokeOthers: "Sign out other devices",
  sessionsRevokeOthersTitle: "Sign out all other devices?",
  sessionsRevokeOthersText: "You stay signed in on this device only.",
  sessionsRevoked: "All other devices were signed out."
} as const
