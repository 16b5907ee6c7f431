/** Polish. People are addressed as „Ty”. Avoids the past tense of the second person, which has a gender. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Polish", own: "Polski" }

export const texts: MailTexts = {
  greeting: "Cześć, {{ userDisplayName }}. ",
  copyLink: "Możesz też skopiować ten link do przeglądarki:",
  emailVerification: {
    subject: "Potwierdź swój adres e-mail w {{ projectDisplayName }}",
    title: "Potwierdź swój adres e-mail",
    message: "Potwierdź, że to Twój adres e-mail w {{ projectDisplayName }}.",
    action: "Potwierdź ten adres",
    footer:
      "Link wygaśnie za {days} dni. Jeśli nie korzystasz z {{ projectDisplayName }}, ktoś podał Twój adres przez " +
      "pomyłkę. Możesz zignorować tę wiadomość."
  },
  passwordReset: {
    subject: "Wybierz nowe hasło do {{ projectDisplayName }}",
    title: "Wybierz nowe hasło",
    message: "Wybierz nowe hasło do {{ projectDisplayName }}. Nastąpi wylogowanie na wszystkich urządzeniach.",
    action: "Wybierz nowe hasło",
    footer: "Link wygaśnie za {days} dni. Jeśli to nie Twoja prośba, zignoruj tę wiadomość. Hasło pozostanie bez zmian."
  },
  magicLink: {
    subject: "{{ otp }} to Twój kod logowania do {{ projectDisplayName }}",
    title: "Zaloguj się do {{ projectDisplayName }}",
    message: "Wpisz ten kod na stronie, która o niego prosi:",
    onThisDevice: "Możesz też zalogować się na tym urządzeniu:",
    action: "Zaloguj się",
    footer:
      "Kod i link wygasną za {days} dni. Jeśli to nie Ty próbujesz się zalogować, zignoruj tę wiadomość. Nikomu nie " +
      "podawaj tego kodu."
  },
  teamInvitation: {
    subject: "Dołącz do zespołu {{ teamDisplayName }} w {{ projectDisplayName }}",
    title: "Dołącz do zespołu {{ teamDisplayName }}",
    message: "Masz zaproszenie do zespołu {{ teamDisplayName }} w {{ projectDisplayName }}.",
    action: "Przyjmij zaproszenie",
    footer:
      "Zaproszenie wygaśnie za {days} dni. Jeśli nie znasz tego zespołu, zignoruj tę wiadomość. Dołączysz tylko " +
      "wtedy, gdy przyjmiesz zaproszenie."
  },
  ownerLink: {
    subject: "Ustaw swoje hasło do {{ projectDisplayName }}",
    title: "Ustaw swoje hasło",
    message: "Twoje projekty: {{ ownedProjects }}. Otwórz ten link w ciągu 24 godzin, aby ustawić hasło.",
    action: "Ustaw hasło",
    footer:
      "Link działa tylko raz. Jeśli to nieoczekiwana wiadomość, zignoruj ją i nie przekazuj jej dalej. Daje ona " +
      "dostęp do: {{ ownedProjects }}."
  },
  someProjects: "projekty tej usługi",
  otherProjects: {
    one: "{count} inny projekt",
    few: "{count} inne projekty",
    many: "{count} innych projektów",
    other: "{count} innego projektu"
  },
  test: {
    subject: "Wiadomość testowa z {{ projectDisplayName }}",
    title: "Działa",
    message: "Serwer poczty przyjął tę wiadomość, więc {{ projectDisplayName }} może przez niego wysyłać e-maile.",
    footer: "Tę wiadomość wysłała osoba zarządzająca {{ projectDisplayName }}, aby sprawdzić ustawienia poczty."
  }
}
