/** German. People are addressed as „Sie“. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "German", own: "Deutsch" }

export const texts: MailTexts = {
  greeting: "Guten Tag, {{ userDisplayName }}. ",
  copyLink: "Oder kopieren Sie diesen Link in Ihren Browser:",
  emailVerification: {
    subject: "Bestätigen Sie Ihre E-Mail-Adresse für {{ projectDisplayName }}",
    title: "E-Mail-Adresse bestätigen",
    message: "Bestätigen Sie bitte, dass dies Ihre E-Mail-Adresse für {{ projectDisplayName }} ist.",
    action: "Adresse bestätigen",
    footer:
      "Der Link läuft in {days} Tagen ab. Wenn Sie {{ projectDisplayName }} nicht nutzen, hat jemand Ihre Adresse " +
      "versehentlich eingegeben. Sie können diese E-Mail dann ignorieren."
  },
  passwordReset: {
    subject: "Neues Passwort für {{ projectDisplayName }} festlegen",
    title: "Neues Passwort festlegen",
    message:
      "Legen Sie ein neues Passwort für {{ projectDisplayName }} fest. Sie werden dabei auf allen Geräten abgemeldet.",
    action: "Neues Passwort festlegen",
    footer:
      "Der Link läuft in {days} Tagen ab. Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr " +
      "Passwort bleibt unverändert."
  },
  magicLink: {
    subject: "{{ otp }} ist Ihr Anmeldecode für {{ projectDisplayName }}",
    title: "Bei {{ projectDisplayName }} anmelden",
    message: "Geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:",
    onThisDevice: "Oder melden Sie sich auf diesem Gerät an:",
    action: "Anmelden",
    footer:
      "Der Code und der Link laufen in {days} Tagen ab. Wenn Sie sich nicht anmelden wollten, ignorieren Sie diese " +
      "E-Mail. Geben Sie diesen Code an niemanden weiter."
  },
  teamInvitation: {
    subject: "Einladung in das Team {{ teamDisplayName }} bei {{ projectDisplayName }}",
    title: "Einladung in das Team {{ teamDisplayName }}",
    message: "Sie sind eingeladen, dem Team {{ teamDisplayName }} bei {{ projectDisplayName }} beizutreten.",
    action: "Einladung annehmen",
    footer:
      "Die Einladung läuft in {days} Tagen ab. Wenn Sie dieses Team nicht kennen, ignorieren Sie diese E-Mail. Sie " +
      "treten nur bei, wenn Sie die Einladung annehmen."
  },
  ownerLink: {
    subject: "Legen Sie Ihr Passwort für {{ projectDisplayName }} fest",
    title: "Passwort festlegen",
    message:
      "Ihnen gehören: {{ ownedProjects }}. Öffnen Sie diesen Link innerhalb von 24 Stunden, um Ihr Passwort " +
      "festzulegen.",
    action: "Passwort festlegen",
    footer:
      "Der Link funktioniert nur einmal. Wenn Sie ihn nicht erwartet haben, ignorieren Sie diese E-Mail und leiten " +
      "Sie sie nicht weiter. Sie gibt Zugriff auf: {{ ownedProjects }}."
  },
  someProjects: "Projekte dieses Dienstes",
  otherProjects: { one: "{count} weiteres Projekt", other: "{count} weitere Projekte" },
  test: {
    subject: "Test-E-Mail von {{ projectDisplayName }}",
    title: "Es funktioniert",
    message: "Der Mailserver hat diese E-Mail angenommen. {{ projectDisplayName }} kann also darüber E-Mails senden.",
    footer:
      "Jemand, der {{ projectDisplayName }} verwaltet, hat diese E-Mail gesendet, um die E-Mail-Einstellungen " +
      "zu testen."
  }
}
