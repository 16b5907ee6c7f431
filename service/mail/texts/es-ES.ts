/** Spanish as it is written in Spain. People are addressed as «tú». */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Spanish (Spain)", own: "Español (España)" }

export const texts: MailTexts = {
  greeting: "Hola, {{ userDisplayName }}. ",
  copyLink: "O copia este enlace en tu navegador:",
  emailVerification: {
    subject: "Confirma tu correo electrónico para {{ projectDisplayName }}",
    title: "Confirma tu correo electrónico",
    message: "Confirma que esta es tu dirección de correo electrónico para {{ projectDisplayName }}.",
    action: "Confirmar esta dirección",
    footer:
      "El enlace caduca en {days} días. Si no usas {{ projectDisplayName }}, alguien introdujo tu dirección por " +
      "error. Puedes ignorar este correo."
  },
  passwordReset: {
    subject: "Elige una contraseña nueva para {{ projectDisplayName }}",
    title: "Elige una contraseña nueva",
    message:
      "Elige una contraseña nueva para {{ projectDisplayName }}. Se cerrará tu sesión en todos los dispositivos.",
    action: "Elegir una contraseña nueva",
    footer:
      "El enlace caduca en {days} días. Si no lo has pedido tú, ignora este correo. Tu contraseña seguirá siendo la " +
      "misma."
  },
  magicLink: {
    subject: "{{ otp }} es tu código para iniciar sesión en {{ projectDisplayName }}",
    title: "Inicia sesión en {{ projectDisplayName }}",
    message: "Introduce este código en la página donde lo has pedido:",
    onThisDevice: "O inicia sesión en este dispositivo:",
    action: "Iniciar sesión",
    footer:
      "El código y el enlace caducan en {days} días. Si no has intentado iniciar sesión, ignora este correo. No " +
      "compartas este código con nadie."
  },
  teamInvitation: {
    subject: "Únete a {{ teamDisplayName }} en {{ projectDisplayName }}",
    title: "Únete a {{ teamDisplayName }}",
    message: "Te han invitado a unirte al equipo {{ teamDisplayName }} en {{ projectDisplayName }}.",
    action: "Aceptar la invitación",
    footer:
      "La invitación caduca en {days} días. Si no conoces este equipo, ignora este correo. Solo te unirás si aceptas."
  },
  ownerLink: {
    subject: "Establece tu contraseña para {{ projectDisplayName }}",
    title: "Establece tu contraseña",
    message:
      "Eres propietario de {{ ownedProjects }}. Abre este enlace en las próximas 24 horas para establecer tu " +
      "contraseña.",
    action: "Establecer contraseña",
    footer:
      "El enlace funciona una sola vez. Si no lo esperabas, ignora este correo y no lo reenvíes: da acceso a " +
      "{{ ownedProjects }}."
  },
  someProjects: "proyectos de este servicio",
  otherProjects: {
    one: "{count} proyecto más",
    many: "{count} de proyectos más",
    other: "{count} proyectos más"
  },
  test: {
    subject: "Correo de prueba de {{ projectDisplayName }}",
    title: "Funciona",
    message:
      "El servidor de correo ha aceptado este mensaje, así que {{ projectDisplayName }} puede enviar correos con él.",
    footer: "Alguien que administra {{ projectDisplayName }} ha enviado este correo para probar los ajustes de correo."
  }
}
