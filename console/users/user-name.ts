/** The name and the initials of a user. */
import type { ServerUser } from "../../core/schema/server-user.ts"

/** Returns the display name, or the email, or the id. */
export const nameOf = ({ displayName, id, primaryEmail }: Pick<ServerUser, "displayName" | "id" | "primaryEmail">) =>
  displayName ?? primaryEmail ?? id

/** Returns at most two letters, for the avatar. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase()
