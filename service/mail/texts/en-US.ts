/** English. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "English", own: "English" }

export const texts: MailTexts = {
  greeting: "Hi {{ userDisplayName }}. ",
  copyLink: "Or copy this link into your browser:",
  emailVerification: {
    subject: "Confirm your email address for {{ projectDisplayName }}",
    title: "Confirm your email address",
    message: "Confirm that this is your email address for {{ projectDisplayName }}.",
    action: "Confirm this address",
    footer:
      "The link expires in {days} days. If you do not use {{ projectDisplayName }}, someone entered your address by " +
      "mistake. You can ignore this email."
  },
  passwordReset: {
    subject: "Choose a new password for {{ projectDisplayName }}",
    title: "Choose a new password",
    message: "Choose a new password for {{ projectDisplayName }}. You will be signed out on all devices.",
    action: "Choose a new password",
    footer:
      "The link expires in {days} days. If you did not request this, ignore this email. Your password stays the same."
  },
  magicLink: {
    subject: "{{ otp }} is your sign-in code for {{ projectDisplayName }}",
    title: "Sign in to {{ projectDisplayName }}",
    message: "Enter this code on the page where you requested it:",
    onThisDevice: "Or sign in on this device:",
    action: "Sign in",
    footer:
      "The code and the link expire in {days} days. If you did not try to sign in, ignore this email. Do not share " +
      "this code with anyone."
  },
  teamInvitation: {
    subject: "Join {{ teamDisplayName }} on {{ projectDisplayName }}",
    title: "Join {{ teamDisplayName }}",
    message: "You are invited to join the team {{ teamDisplayName }} on {{ projectDisplayName }}.",
    action: "Accept the invitation",
    footer:
      "The invitation expires in {days} days. If you do not know this team, ignore this email. You join only if you " +
      "accept."
  },
  ownerLink: {
    subject: "Set your password for {{ projectDisplayName }}",
    title: "Set your password",
    message: "You are an owner of {{ ownedProjects }}: open this link within 24 hours to set your password.",
    action: "Set your password",
    footer:
      "The link works once. If you did not expect it, ignore this email, and do not forward it: it gives access to " +
      "{{ ownedProjects }}."
  },
  someProjects: "projects of this service",
  otherProjects: { one: "{count} other project", other: "{count} other projects" },
  test: {
    subject: "Test email from {{ projectDisplayName }}",
    title: "It works",
    message: "The mail server accepted this email, so {{ projectDisplayName }} can send emails through it.",
    footer: "Someone who manages {{ projectDisplayName }} sent this email to test the mail settings."
  }
}
