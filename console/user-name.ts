/** What a user is called here. */
import type { User } from "./answers.ts"

/** What stands for a user who has not said their name. */
export const nameOf = ({ display_name, id, primary_email }: User): string => display_name ?? primary_email ?? id

/** At most two letters, for a picture's place. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase()
