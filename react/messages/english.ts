/**
 * Every text of the screens, in English. They lie in groups, so that a screen brings the texts that it shows and no
 * others; whoever names all of them, as a translation does, names them here.
 */
import { account } from "./english/account.ts"
import { forms } from "./english/forms.ts"
import { menus } from "./english/menus.ts"
import { pages } from "./english/pages.ts"
import { steps } from "./english/steps.ts"
import { strength } from "./english/strength.ts"
import { teamTexts } from "./english/teams.ts"
import type { Message } from "./template.ts"

/** Every text. `{name}` stands for a value. */
export const english = { ...forms, ...steps, ...strength, ...pages, ...menus, ...account, ...teamTexts } as const

/** Keys of the texts. */
export type MessageKey = keyof typeof english

/** Texts of an application's own, by key: one, some or all. Where the English one has `{name}`, they may have it. */
export type MessageOverrides = { readonly [Key in MessageKey]?: string | undefined }

/** A group of texts as the screens see it: those with places are templates, see `format`. */
export type MessagesOf<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends string ? Message<Group[Key]> : never
}

/** The texts that sign-in and sign-up show. */
export type Messages = MessagesOf<typeof forms>
