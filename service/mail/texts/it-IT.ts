/** Italian. People are addressed as «tu». */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Italian", own: "Italiano" }

export const texts: MailTexts = {
  greeting: "Ciao {{ userDisplayName }}. ",
  copyLink: "Oppure copia questo link nel browser:",
  emailVerification: {
    subject: "Conferma il tuo indirizzo email per {{ projectDisplayName }}",
    title: "Conferma il tuo indirizzo email",
    message: "Conferma che questo è il tuo indirizzo email per {{ projectDisplayName }}.",
    action: "Conferma questo indirizzo",
    footer:
      "Il link scade tra {days} giorni. Se non usi {{ projectDisplayName }}, qualcuno ha inserito il tuo indirizzo " +
      "per errore. Puoi ignorare questa email."
  },
  passwordReset: {
    subject: "Scegli una nuova password per {{ projectDisplayName }}",
    title: "Scegli una nuova password",
    message: "Scegli una nuova password per {{ projectDisplayName }}. Verrai disconnesso da tutti i dispositivi.",
    action: "Scegli una nuova password",
    footer:
      "Il link scade tra {days} giorni. Se non l’hai richiesto tu, ignora questa email. La tua password resta la " +
      "stessa."
  },
  magicLink: {
    subject: "{{ otp }} è il tuo codice di accesso a {{ projectDisplayName }}",
    title: "Accedi a {{ projectDisplayName }}",
    message: "Inserisci questo codice nella pagina in cui l’hai richiesto:",
    onThisDevice: "Oppure accedi su questo dispositivo:",
    action: "Accedi",
    footer:
      "Il codice e il link scadono tra {days} giorni. Se non hai provato ad accedere, ignora questa email. Non " +
      "condividere questo codice con nessuno."
  },
  teamInvitation: {
    subject: "Unisciti a {{ teamDisplayName }} su {{ projectDisplayName }}",
    title: "Unisciti a {{ teamDisplayName }}",
    message: "Ti hanno invitato a unirti al team {{ teamDisplayName }} su {{ projectDisplayName }}.",
    action: "Accetta l’invito",
    footer:
      "L’invito scade tra {days} giorni. Se non conosci questo team, ignora questa email. Ti unisci solo se accetti."
  },
  ownerLink: {
    subject: "Imposta la tua password per {{ projectDisplayName }}",
    title: "Imposta la tua password",
    message: "I tuoi progetti: {{ ownedProjects }}. Apri questo link entro 24 ore per impostare la tua password.",
    action: "Imposta password",
    footer:
      "Il link funziona una sola volta. Se non lo aspettavi, ignora questa email e non inoltrarla. Dà accesso a: " +
      "{{ ownedProjects }}."
  },
  someProjects: "progetti di questo servizio",
  otherProjects: {
    one: "{count} altro progetto",
    many: "{count} di altri progetti",
    other: "altri {count} progetti"
  },
  test: {
    subject: "Email di prova di {{ projectDisplayName }}",
    title: "Funziona",
    message:
      "Il server di posta ha accettato questa email, quindi {{ projectDisplayName }} può usarlo per inviare email.",
    footer:
      "Una persona che gestisce {{ projectDisplayName }} ha inviato questa email per provare le impostazioni di posta."
  }
}
