/**
 * The texts of the default mails in one language.
 *
 * They are templates (see `template-text.ts`), with the variables of their mails. `{days}` is the time until the code
 * of the mail expires.
 */

/** The names of a language. `npm run languages` writes them into the console and the gallery. */
export interface LanguageNames {
  /** In English. That of `Intl.DisplayNames` differs between browsers. */
  readonly english: string
  /** In the language itself. */
  readonly own: string
}

interface MailText {
  readonly subject: string
  readonly title: string
  readonly message: string
  /** The text of the button. */
  readonly action: string
  /** For recipients who did not request the mail. */
  readonly footer: string
}

export interface MailTexts {
  /** Precedes the message of a mail to a user with a name, with what separates both. */
  readonly greeting: string
  /** Precedes the link as text. */
  readonly copyLink: string
  readonly emailVerification: MailText
  readonly passwordReset: MailText
  readonly magicLink: MailText & {
    /** Precedes the button, below the code. */
    readonly onThisDevice: string
  }
  readonly teamInvitation: MailText
  /** The mail with the link on which an owner of projects sets a password. */
  readonly ownerLink: MailText
  /** In place of the names of projects. */
  readonly someProjects: string
  /** The last of a list of projects, by plural category: `{count}` is the number of those without a name. */
  readonly otherProjects: { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }
  /** The mail that tests a mail server. */
  readonly test: Omit<MailText, "action">
}
