/** The formats that `keystile import` reads. */
export const sourceNames = ["keystile", "firebase", "supabase", "auth0", "clerk"] as const

export type SourceName = (typeof sourceNames)[number]
