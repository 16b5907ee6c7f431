/** The default templates of a project's mails in each language, as documents of blocks. */
import type { Schema } from "effect"
import type { EmailTemplateType } from "../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../core/schema/supported-languages.ts"
import { palette } from "../../look/palette.ts"
import { mailedCodeDays } from "./mailed-code-days.ts"
import type { MailTexts } from "./texts/mail-texts.ts"
import { textsOf } from "./texts/texts-of.ts"

export interface MailTemplate {
  readonly subject: string
  readonly content: Schema.Json
}

/** The same horizontal padding for the whole card. */
const EDGE = 32

interface TemplateTexts {
  readonly title: string
  readonly message: string
  /** The short code, above the alternatives. */
  readonly code?: { readonly text: string; readonly after: string }
  readonly action?: { readonly text: string; readonly url: string; readonly copyLink: string }
  /** The footer for recipients who did not request the mail. */
  readonly footer: string
}

const padding = (top: number, bottom: number) => ({ top, bottom, left: EDGE, right: EDGE })

const prose = (text: string, fontSize: number, color: string, top: number, bottom: number) => ({
  type: "Text",
  data: {
    style: { color, fontSize, fontWeight: "normal", textAlign: "left", padding: padding(top, bottom) },
    props: { text }
  }
})

const codeBlocks = ({ after, text }: NonNullable<TemplateTexts["code"]>) => ({
  codeFrame: {
    type: "Container",
    data: { style: { padding: padding(20, 4) }, props: { childrenIds: ["codePlate"] } }
  },
  codePlate: {
    type: "Container",
    data: {
      style: { backgroundColor: palette.sunken.light, borderColor: palette.line.light, borderRadius: 10 },
      props: { childrenIds: ["code"] }
    }
  },
  code: {
    type: "Text",
    data: {
      style: {
        color: palette.ink.light,
        fontFamily: "MONOSPACE",
        fontSize: 34,
        fontWeight: "bold",
        textAlign: "center",
        padding: { top: 18, bottom: 18, left: 8, right: 8 }
      },
      props: { text }
    }
  },
  afterCode: prose(after, 15, palette.ink.light, 16, 0)
})

const actionBlocks = ({ copyLink, text, url }: NonNullable<TemplateTexts["action"]>) => ({
  action: {
    type: "Button",
    data: {
      style: { fontSize: 15, fontWeight: "bold", textAlign: "center", padding: padding(20, 0) },
      props: {
        text,
        url,
        buttonBackgroundColor: palette.accent.light,
        buttonTextColor: palette.onAccent.light,
        buttonStyle: "rounded",
        fullWidth: true,
        size: "large"
      }
    }
  },
  address: prose(`${copyLink}\n${url}`, 13, palette.inkMuted.light, 16, 0)
})

const document = ({ action, code, message, footer, title }: TemplateTexts) => ({
  root: {
    type: "EmailLayout",
    data: {
      backdropColor: palette.page.light,
      canvasColor: palette.surface.light,
      borderColor: palette.line.light,
      borderRadius: 16,
      textColor: palette.ink.light,
      fontFamily: "MODERN_SANS",
      childrenIds: [
        "project",
        "title",
        "message",
        ...(code === undefined ? [] : ["codeFrame", "afterCode"]),
        ...(action === undefined ? [] : ["action", "address"]),
        "perforation",
        "footer"
      ]
    }
  },
  project: prose("{{ projectDisplayName }}", 13, palette.inkMuted.light, EDGE, 0),
  title: {
    type: "Heading",
    data: {
      style: { color: palette.ink.light, fontWeight: "bold", textAlign: "left", padding: padding(4, 0) },
      props: { text: title, level: "h2" }
    }
  },
  message: prose(message, 15, palette.ink.light, 12, 0),
  ...(code !== undefined && codeBlocks(code)),
  ...(action !== undefined && actionBlocks(action)),
  perforation: {
    type: "Divider",
    data: {
      style: { padding: { top: 20, bottom: 4, left: 0, right: 0 } },
      props: { lineColor: palette.lineButton.light, lineHeight: 1 }
    }
  },
  footer: prose(footer, 13, palette.inkMuted.light, 12, 24)
})

/** Inserts the time until the code in a mail expires. */
const withDays = (text: string, type: EmailTemplateType) => text.replace("{days}", String(mailedCodeDays[type]))

const greet = ({ greeting }: MailTexts, message: string) => `{{#if userDisplayName}}${greeting}{{/if}}${message}`

/** A mail whose button opens a link. */
const linkMail = (
  { copyLink }: MailTexts,
  { action, ...words }: MailTexts["ownerLink"],
  url: string,
  code?: TemplateTexts["code"]
): MailTemplate => ({
  subject: words.subject,
  content: document({ ...words, ...(code !== undefined && { code }), action: { text: action, url, copyLink } })
})

const templates: Readonly<Record<EmailTemplateType, (texts: MailTexts) => MailTemplate>> = {
  email_verification: (texts) => {
    const { emailVerification: words } = texts
    const message = greet(texts, words.message)
    const footer = withDays(words.footer, "email_verification")
    return linkMail(texts, { ...words, message, footer }, "{{ emailVerificationLink }}")
  },
  password_reset: (texts) => {
    const { passwordReset: words } = texts
    const message = greet(texts, words.message)
    const footer = withDays(words.footer, "password_reset")
    return linkMail(texts, { ...words, message, footer }, "{{ passwordResetLink }}")
  },
  magic_link: (texts) => {
    const { onThisDevice, ...words } = texts.magicLink
    const footer = withDays(words.footer, "magic_link")
    return linkMail(texts, { ...words, footer }, "{{ magicLink }}", { text: "{{ otp }}", after: onThisDevice })
  },
  team_invitation: (texts) => {
    const { teamInvitation: words } = texts
    return linkMail(texts, { ...words, footer: withDays(words.footer, "team_invitation") }, "{{ teamInvitationLink }}")
  }
}

/** Returns the default template of a type of mail. */
export const defaultTemplate = (type: EmailTemplateType, language: SupportedLanguage): MailTemplate =>
  templates[type](textsOf[language])

/** Returns the mail with the link on which an owner of projects sets a password. It cannot be customized. */
export const ownerLinkTemplate = (language: SupportedLanguage): MailTemplate => {
  const texts = textsOf[language]
  return linkMail(texts, texts.ownerLink, "{{ passwordResetLink }}")
}

/** Returns the mail that tests a mail server's settings. It cannot be customized. */
export const testTemplate = (language: SupportedLanguage): MailTemplate => {
  const { test } = textsOf[language]
  return { subject: test.subject, content: document(test) }
}
