/** The form of the mail server: its fields, their problems, and the settings that they mean. */
import type { EmailConfig } from "../../core/schema/admin-project.ts"
import type { StandardEmailInput } from "../../tiers/calls/admin/project-input.ts"

export interface ServerDraft {
  readonly type: EmailConfig["type"]
  readonly host: string
  readonly port: string
  readonly username: string
  readonly password: string
  readonly senderName: string
  readonly senderEmail: string
}

/** Returns the form of the saved server. The password is never filled in. */
export const draftOf = (saved: EmailConfig): ServerDraft =>
  saved.type === "standard"
    ? {
        type: saved.type,
        host: saved.host,
        port: String(saved.port),
        username: saved.username,
        password: "",
        senderName: saved.senderName,
        senderEmail: saved.senderEmail
      }
    : { type: saved.type, host: "", port: "587", username: "", password: "", senderName: "", senderEmail: "" }

const MAX_PASSWORD = 70

type Problems = Partial<Record<Exclude<keyof ServerDraft, "type">, string>>

/** Returns the problems of the form by their fields. */
export const problemsOf = (draft: ServerDraft, saved: EmailConfig): Problems => {
  if (draft.type === "shared") return {}
  const { host, password, port, senderEmail, senderName, username } = draft
  const number = Number(port)
  // The service keeps a password only for the server and the user name that it belongs to.
  const isKept =
    saved.type === "standard" &&
    saved.host === host.trim() &&
    saved.port === number &&
    saved.username === username.trim()
  return {
    ...((host.trim() === "" || /[\s/]/.test(host.trim())) && { host: "Enter the host name, without a protocol." }),
    ...(!(port.trim() !== "" && Number.isInteger(number) && number >= 1 && number <= 65_535) && {
      port: "Enter a port from 1 to 65535."
    }),
    ...(username.trim() === "" && { username: "Enter the user name." }),
    ...(password === "" &&
      !isKept && {
        password: saved.type === "standard" ? "Another server needs its own password." : "Enter the password."
      }),
    ...(password.length > MAX_PASSWORD && {
      password: `The password is too long: at most ${MAX_PASSWORD} characters.`
    }),
    ...(senderName.trim() === "" && { senderName: "Enter the name that recipients see." }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(senderEmail.trim()) && { senderEmail: "Enter the address that mails come from." })
  }
}

/** Returns the settings of the form. An empty password keeps the stored one. */
export const inputOf = (draft: ServerDraft): StandardEmailInput => ({
  type: "standard",
  host: draft.host.trim(),
  port: Number(draft.port),
  username: draft.username.trim(),
  password: draft.password,
  senderName: draft.senderName.trim(),
  senderEmail: draft.senderEmail.trim()
})
