/**
 * Spanish as it is written in Latin America, where it is not as in Spain: the simple past instead of the perfect,
 * «ingresar» instead of «introducir», «vence» instead of «caduca», «configuración» instead of «ajustes».
 */
import { texts as spain } from "./es-ES.ts"
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Spanish (Latin America)", own: "Español (Latinoamérica)" }

export const texts: MailTexts = {
  ...spain,
  emailVerification: {
    ...spain.emailVerification,
    footer:
      "El enlace vence en {days} días. Si no usas {{ projectDisplayName }}, alguien ingresó tu dirección por error. " +
      "Puedes ignorar este correo."
  },
  passwordReset: {
    ...spain.passwordReset,
    footer:
      "El enlace vence en {days} días. Si no lo pediste tú, ignora este correo. Tu contraseña seguirá siendo la misma."
  },
  magicLink: {
    ...spain.magicLink,
    message: "Ingresa este código en la página donde lo pediste:",
    footer:
      "El código y el enlace vencen en {days} días. Si no intentaste iniciar sesión, ignora este correo. No " +
      "compartas este código con nadie."
  },
  teamInvitation: {
    ...spain.teamInvitation,
    message: "Te invitaron a unirte al equipo {{ teamDisplayName }} en {{ projectDisplayName }}.",
    footer:
      "La invitación vence en {days} días. Si no conoces este equipo, ignora este correo. Solo te unirás si aceptas."
  },
  test: {
    ...spain.test,
    message: "El servidor de correo aceptó este mensaje, así que {{ projectDisplayName }} puede enviar correos con él.",
    footer: "Alguien que administra {{ projectDisplayName }} envió este correo para probar la configuración del correo."
  }
}
