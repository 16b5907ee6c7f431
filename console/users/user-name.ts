/** The name of a user. */
import type { ServerUser } from "../../core/schema/server-user.ts"

/** Returns the display name, or the email, or the id. */
export const nameOf = ({ displayName, id, primaryEmail }: Pick<ServerUser, "displayName" | "id" | "primaryEmail">) =>
  displayName ?? primaryEmail ?? id
