/** The initials of users and teams without an image. */

const firstCharacter = (text: string | undefined): string => Array.from(text ?? "")[0] ?? ""

/**
 * Returns one or two letters of a name: `NL` for Noor Lindqvist, `N` for noor@fernhill.example. Uses the first and
 * last word of a user's name, and the first two words of a team's. Combining marks do not separate words.
 */
export const initialsOf = (name: string | null | undefined, kind: "user" | "team" = "user"): string => {
  // The length of a name is not limited.
  const words =
    (name ?? "")
      .slice(0, 400)
      .normalize("NFC")
      .split("@")[0]
      ?.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  const last = words.length > 1 && !name?.includes("@") ? firstCharacter(words.at(kind === "team" ? 1 : -1)) : ""
  return `${firstCharacter(words[0])}${last}`.toLocaleUpperCase()
}
