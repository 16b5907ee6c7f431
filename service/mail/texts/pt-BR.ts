/** Portuguese as it is written in Brazil. People are addressed as “você”. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Portuguese (Brazil)", own: "Português (Brasil)" }

export const texts: MailTexts = {
  greeting: "Olá, {{ userDisplayName }}. ",
  copyLink: "Ou copie este link no seu navegador:",
  emailVerification: {
    subject: "Confirme seu e-mail em {{ projectDisplayName }}",
    title: "Confirme seu e-mail",
    message: "Confirme que este é o seu endereço de e-mail em {{ projectDisplayName }}.",
    action: "Confirmar este endereço",
    footer:
      "O link expira em {days} dias. Se você não usa {{ projectDisplayName }}, alguém informou seu endereço por " +
      "engano. Você pode ignorar este e-mail."
  },
  passwordReset: {
    subject: "Escolha uma nova senha para {{ projectDisplayName }}",
    title: "Escolha uma nova senha",
    message:
      "Escolha uma nova senha para {{ projectDisplayName }}. Sua sessão será encerrada em todos os dispositivos.",
    action: "Escolher uma nova senha",
    footer: "O link expira em {days} dias. Se você não pediu isso, ignore este e-mail. Sua senha continua a mesma."
  },
  magicLink: {
    subject: "{{ otp }} é o seu código para entrar em {{ projectDisplayName }}",
    title: "Entre em {{ projectDisplayName }}",
    message: "Digite este código na página em que você o solicitou:",
    onThisDevice: "Ou entre neste dispositivo:",
    action: "Entrar",
    footer:
      "O código e o link expiram em {days} dias. Se você não tentou entrar, ignore este e-mail. Não compartilhe este " +
      "código com ninguém."
  },
  teamInvitation: {
    subject: "Entre na equipe {{ teamDisplayName }} em {{ projectDisplayName }}",
    title: "Entre na equipe {{ teamDisplayName }}",
    message: "Você recebeu um convite para a equipe {{ teamDisplayName }} em {{ projectDisplayName }}.",
    action: "Aceitar o convite",
    footer:
      "O convite expira em {days} dias. Se você não conhece esta equipe, ignore este e-mail. Você só entra se aceitar."
  },
  ownerLink: {
    subject: "Defina sua senha para {{ projectDisplayName }}",
    title: "Defina sua senha",
    message: "Seus projetos: {{ ownedProjects }}. Abra este link em até 24 horas para definir sua senha.",
    action: "Definir senha",
    footer:
      "O link funciona uma única vez. Se você não o esperava, ignore este e-mail e não o encaminhe. Ele dá acesso a: " +
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
    message: "O servidor de e-mail aceitou esta mensagem, então {{ projectDisplayName }} pode enviar e-mails por ele.",
    footer:
      "Uma pessoa que administra {{ projectDisplayName }} enviou este e-mail para testar as configurações de e-mail."
  }
}
