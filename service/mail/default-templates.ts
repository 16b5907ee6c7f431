/** The default templates of a project's mails, as documents of blocks. */
import type { Schema } from "effect"
import type { EmailTemplateType } from "../../core/schema/email-template.ts"
import { palette } from "../../look/palette.ts"
import { mailedCodeDays } from "./mailed-code-days.ts"

export interface Template {
  readonly subject: string
  readonly content: Schema.Json
}

/** The same horizontal padding for the whole card. */
const EDGE = 32

interface Words {
  readonly title: string
  readonly message: string
  /** The short code, above the alternatives. */
  readonly code?: { readonly text: string; readonly after: string }
  readonly action?: { readonly text: string; readonly url: string }
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

const codeBlocks = ({ after, text }: NonNullable<Words["code"]>) => ({
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

const actionBlocks = ({ text, url }: NonNullable<Words["action"]>) => ({
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
  address: prose(`Or copy this link into your browser:\n${url}`, 13, palette.inkMuted.light, 16, 0)
})

const document = ({ action, code, message, footer, title }: Words) => ({
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

/** The time until the code in a mail expires, as in "7 days". */
const expiryOf = (type: EmailTemplateType) => `${mailedCodeDays[type]} days`

const hello = "{{#if userDisplayName}}Hi {{ userDisplayName }}. {{/if}}"

export const defaultTemplates: Readonly<Record<EmailTemplateType, Template>> = {
  email_verification: {
    subject: "Confirm your email address for {{ projectDisplayName }}",
    content: document({
      title: "Confirm your email address",
      message: `${hello}Confirm that this is your email address for {{ projectDisplayName }}.`,
      action: { text: "Confirm this address", url: "{{ emailVerificationLink }}" },
      footer:
        `The link expires in ${expiryOf("email_verification")}. If you do not use {{ projectDisplayName }}, someone ` +
        "entered your address by mistake. You can ignore this email."
    })
  },
  password_reset: {
    subject: "Choose a new password for {{ projectDisplayName }}",
    content: document({
      title: "Choose a new password",
      message: `${hello}Choose a new password for {{ projectDisplayName }}. You will be signed out on all devices.`,
      action: { text: "Choose a new password", url: "{{ passwordResetLink }}" },
      footer:
        `The link expires in ${expiryOf("password_reset")}. If you did not request this, ignore this email. Your ` +
        "password stays the same."
    })
  },
  magic_link: {
    subject: "{{ otp }} is your sign-in code for {{ projectDisplayName }}",
    content: document({
      title: "Sign in to {{ projectDisplayName }}",
      message: "Enter this code on the page where you requested it:",
      code: { text: "{{ otp }}", after: "Or sign in on this device:" },
      action: { text: "Sign in", url: "{{ magicLink }}" },
      footer:
        `The code and the link expire in ${expiryOf("magic_link")}. If you did not try to sign in, ignore this ` +
        "email. Do not share this code with anyone."
    })
  },
  team_invitation: {
    subject: "Join {{ teamDisplayName }} on {{ projectDisplayName }}",
    content: document({
      title: "Join {{ teamDisplayName }}",
      message: "You are invited to join the team {{ teamDisplayName }} on {{ projectDisplayName }}.",
      action: { text: "Accept the invitation", url: "{{ teamInvitationLink }}" },
      footer:
        `The invitation expires in ${expiryOf("team_invitation")}. If you do not know this team, ignore this email. ` +
        "You join only if you accept."
    })
  }
}

/** The mail with the link on which an owner of projects sets a password. It cannot be customized. */
export const ownerLinkTemplate: Template = {
  subject: "Set your password for {{ projectDisplayName }}",
  content: document({
    title: "Set your password",
    message: "You are an owner of {{ ownedProjects }}: open this link within 24 hours to set your password.",
    action: { text: "Set your password", url: "{{ passwordResetLink }}" },
    footer:
      "The link works once. If you did not expect it, ignore this email, and do not forward it: it gives access to " +
      "{{ ownedProjects }}."
  })
}

/** The mail that tests a mail server's settings. It cannot be customized. */
export const testTemplate: Template = {
  subject: "Test email from {{ projectDisplayName }}",
  content: document({
    title: "It works",
    message: "The mail server accepted this email, so {{ projectDisplayName }} can send emails through it.",
    footer: "Someone who manages {{ projectDisplayName }} sent this email to test the mail settings."
  })
}
