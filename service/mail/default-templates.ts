/** The default templates of a project's mails, as documents of blocks. */
import type { Schema } from "effect"
import type { EmailTemplateType } from "../../core/schema/email-template.ts"
import { palette } from "../../look/palette.ts"

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
  readonly stub: string
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
  address: prose(`Or copy this address into a browser:\n${url}`, 13, palette.inkMuted.light, 16, 0)
})

const document = ({ action, code, message, stub, title }: Words) => ({
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
        "stub"
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
  stub: prose(stub, 13, palette.inkMuted.light, 12, 24)
})

const hello = "{{#if userDisplayName}}Hi {{ userDisplayName }}. {{/if}}"

export const defaultTemplates: Readonly<Record<EmailTemplateType, Template>> = {
  email_verification: {
    subject: "Confirm your email address for {{ projectDisplayName }}",
    content: document({
      title: "Confirm your email address",
      message: `${hello}Please confirm that this address is yours, so that {{ projectDisplayName }} can rely on it.`,
      action: { text: "Confirm this address", url: "{{ emailVerificationLink }}" },
      stub: "You do not use {{ projectDisplayName }}? Somebody mistyped their address, and you can ignore this mail."
    })
  },
  password_reset: {
    subject: "Choose a new password for {{ projectDisplayName }}",
    content: document({
      title: "Choose a new password",
      message: `${hello}You can now choose a new password for {{ projectDisplayName }}. It signs you out everywhere.`,
      action: { text: "Choose a new password", url: "{{ passwordResetLink }}" },
      stub: "You did not ask for this? Your password stays as it is as long as nobody opens the link."
    })
  },
  magic_link: {
    subject: "{{ otp }} is your sign-in code for {{ projectDisplayName }}",
    content: document({
      title: "Sign in to {{ projectDisplayName }}",
      message: "Enter this code where you asked for it:",
      code: { text: "{{ otp }}", after: "Or sign in right here, on this device:" },
      action: { text: "Sign in", url: "{{ magicLink }}" },
      stub: "You did not ask to sign in? Ignore this mail, and give the code to nobody."
    })
  },
  team_invitation: {
    subject: "Join {{ teamDisplayName }} on {{ projectDisplayName }}",
    content: document({
      title: "Join {{ teamDisplayName }}",
      message: "You are invited to the team {{ teamDisplayName }} on {{ projectDisplayName }}.",
      action: { text: "Accept the invitation", url: "{{ teamInvitationLink }}" },
      stub: "You do not know this team? Ignore this mail: nobody joins a team without saying yes."
    })
  }
}

/** The mail that tests a mail server's settings. It cannot be customized. */
export const testTemplate: Template = {
  subject: "A test mail from {{ projectDisplayName }}",
  content: document({
    title: "It works",
    message: "The mail server took this mail, so {{ projectDisplayName }} can send its mails through it.",
    stub: "Somebody who manages {{ projectDisplayName }} sent this to try the settings out."
  })
}
