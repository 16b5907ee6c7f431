/** The name of a team. */
import type { ServerTeam } from "../../core/schema/server-team.ts"

/** Returns the display name, or the id of a team whose name shows nothing. */
export const teamNameOf = ({ displayName, id }: Pick<ServerTeam, "displayName" | "id">): string =>
  displayName.trim() === "" ? id : displayName
