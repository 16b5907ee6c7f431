/** Texts of the team pages in the account settings. */

export const teamTexts = {
  ownName: "Your name in this team",
  ownNameText: "How others in this team see you. Your display name stays the same.",

  members: "Members",
  memberCount: "{count} people.",
  memberAlone: "Only you, so far.",
  you: "You",
  nameless: "No name",
  searchMembers: "Search members",
  noMemberFound: "No member has this name.",
  removeMemberOf: "Remove {name} from the team",
  removeMemberTitle: "Remove {name}?",
  removeMemberText: "They lose access immediately. To come back, they need a new invitation.",
  memberRemoved: "{name} is no longer in the team.",

  invite: "Invite a member",
  inviteText: "We email them a link to join.",
  inviteButton: "Invite",
  invited: "We sent an invitation to {email}.",
  openInvitations: "Pending invitations",
  alreadyInvited: "This address already has a pending invitation",
  expires: "Expires {when}",
  revoke: "Revoke",
  revokeOf: "Revoke the invitation for {email}",
  revoked: "The invitation for {email} was revoked.",

  teamImage: "Team image",
  teamImageText: "JPG or PNG, cropped to a square. At most 100 KB.",
  teamName: "Team name",
  teamNameText: "Everyone in the team sees it.",

  leave: "Leave team",
  leaveText: "You lose access immediately. To come back, you need a new invitation.",
  leaveQuestion: "Leave {team}?",
  left: "You have left {team}.",

  createTitle: "Create a team",
  createText: "You can invite others later.",
  create: "Create",
  created: "{team} was created."
} as const
