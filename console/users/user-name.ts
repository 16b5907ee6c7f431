/** The name and the initials of a user. */
import type { User } from "../control/responses.ts"

/** Returns the display name, or the email, or the id. */
export const nameOf = ({ display_name, id, primary_email }: User): string => display_name ?? primary_email ?? id

/** Returns at most two letters, for the avatar. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase()
