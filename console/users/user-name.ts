/** The name of a user. */
import type { ServerUser } from "../../core/schema/server-user.ts"

/** Returns the display name, or the email or the id of a user whose name shows nothing. */
export const nameOf = ({ displayName, id, primaryEmail }: Pick<ServerUser, "displayName" | "id" | "primaryEmail">) =>
  displayName?.trim() ? displayName : (primaryEmail ?? id)
