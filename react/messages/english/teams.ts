/** Texts of the team pages in the account settings. */

export const teamTexts = {
  ownName: "Your name in this team",
  ownNameText: "How the others in this team see you. Your display name stays as it is.",

  members: "Members",
  memberCount: "{count} people.",
  memberAlone: "Only you, so far.",
  you: "You",
  nameless: "No name",

  invite: "Invite a member",
  inviteText: "They get an email with a link to join.",
  inviteButton: "Invite",
  invited: "We sent an invitation to {email}.",
  openInvitations: "Open invitations",
  expires: "Expires {when}",
  revoke: "Revoke",
  revokeOf: "Revoke the invitation of {email}",

  teamImage: "Team image",
  teamImageText: "JPG or PNG, cropped to a square. At most 100 KB.",
  teamName: "Team name",
  teamNameText: "Everybody in the team sees it.",

  leave: "Leave team",
  leaveText: "You lose access at once. Someone must invite you to come back.",
  leaveQuestion: "Leave {team}?",

  createTitle: "Create a team",
  createText: "You can invite others afterwards.",
  create: "Create"
} as const
