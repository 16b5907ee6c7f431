/** The formats that `keystile import` reads. */
export const sourceNames = ["keystile"] as const

export type SourceName = (typeof sourceNames)[number]
