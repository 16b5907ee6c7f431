/** Texts of the user button and the team switcher. */

export const menus = {
  account: "Account",
  accountOf: "Account of {name}",
  accountSettings: "Account settings",
  toggleTheme: "Toggle theme",
  team: "Team",
  noTeam: "Select a team",
  yourTeams: "Your teams",
  noTeams: "You are not in a team yet.",
  teamSettings: "Team settings",
  createTeam: "Create a team",
  teamNotSelected: "The team could not be selected. Try again."
} as const
