/** Portuguese as it is written in Portugal. People are addressed politely: in the third person, without a pronoun. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Portuguese (Portugal)", own: "Português (Portugal)" }

export const texts: MailTexts = {
  greeting: "Olá, {{ userDisplayName }}. ",
  copyLink: "Ou copie esta ligação para o navegador:",
  emailVerification: {
    subject: "Confirme o seu e-mail em {{ projectDisplayName }}",
    title: "Confirme o seu e-mail",
    message: "Confirme que este é o seu endereço de e-mail em {{ projectDisplayName }}.",
    action: "Confirmar este endereço",
    footer:
      "A ligação expira dentro de {days} dias. Se não utiliza {{ projectDisplayName }}, alguém introduziu o seu " +
      "endereço por engano. Pode ignorar este e-mail."
  },
  passwordReset: {
    subject: "Escolha uma nova palavra-passe para {{ projectDisplayName }}",
    title: "Escolha uma nova palavra-passe",
    message:
      "Escolha uma nova palavra-passe para {{ projectDisplayName }}. A sua sessão será terminada em todos os " +
      "dispositivos.",
    action: "Escolher uma nova palavra-passe",
    footer:
      "A ligação expira dentro de {days} dias. Se não fez este pedido, ignore este e-mail. A sua palavra-passe " +
      "continua a mesma."
  },
  magicLink: {
    subject: "{{ otp }} é o seu código para iniciar sessão em {{ projectDisplayName }}",
    title: "Inicie sessão em {{ projectDisplayName }}",
    message: "Introduza este código na página onde o pediu:",
    onThisDevice: "Ou inicie sessão neste dispositivo:",
    action: "Iniciar sessão",
    footer:
      "O código e a ligação expiram dentro de {days} dias. Se não tentou iniciar sessão, ignore este e-mail. Não " +
      "partilhe este código com ninguém."
  },
  teamInvitation: {
    subject: "Junte-se à equipa {{ teamDisplayName }} em {{ projectDisplayName }}",
    title: "Junte-se à equipa {{ teamDisplayName }}",
    message: "Recebeu um convite para a equipa {{ teamDisplayName }} em {{ projectDisplayName }}.",
    action: "Aceitar o convite",
    footer:
      "O convite expira dentro de {days} dias. Se não conhece esta equipa, ignore este e-mail. Só se junta se aceitar."
  },
  ownerLink: {
    subject: "Defina a sua palavra-passe para {{ projectDisplayName }}",
    title: "Defina a sua palavra-passe",
    message:
      "Os seus projetos: {{ ownedProjects }}. Abra esta ligação no prazo de 24 horas para definir a sua palavra-passe.",
    action: "Definir palavra-passe",
    footer:
      "A ligação funciona uma única vez. Se não a esperava, ignore este e-mail e não o reencaminhe. Dá acesso a: " +
      "{{ ownedProjects }}."
  },
  someProjects: "projetos deste serviço",
  otherProjects: {
    one: "mais {count} projeto",
    many: "mais {count} de projetos",
    other: "mais {count} projetos"
  },
  test: {
    subject: "E-mail de teste de {{ projectDisplayName }}",
    title: "Funciona",
    message:
      "O servidor de e-mail aceitou esta mensagem, pelo que {{ projectDisplayName }} pode enviar e-mails através dele.",
    footer: "Uma pessoa que gere {{ projectDisplayName }} enviou este e-mail para testar as definições de e-mail."
  }
}
