/** The formats that `keystile import` reads. */
export const sourceNames = ["keystile", "firebase", "supabase", "auth0", "clerk", "better-auth", "stack-auth"] as const

export type SourceName = (typeof sourceNames)[number]
