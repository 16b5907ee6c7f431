/** A team argument of hooks and components. */

/** A team or its id. */
export type TeamRef = string | { readonly id: string }

export const teamIdOf = (team: TeamRef): string => (typeof team === "string" ? team : team.id)
