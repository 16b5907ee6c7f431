/**
 * Spanish as it is written in Latin America, where it is not as in Spain: the simple past instead of the perfect,
 * «ingresar» instead of «introducir», «agregar» instead of «añadir», «vence» instead of «caduca», «configuración» instead
 * of «ajustes», «teléfono» instead of «móvil». People are addressed as «tú».
 */
import type { Translation } from "../english.ts"
import { texts as spain } from "./es-ES.ts"

export const texts: Translation = {
  ...spain,
  emailPlaceholder: "tu@ejemplo.com",
  forgotPassword: "¿Olvidaste tu contraseña?",
  passkeyFailed: "No se pudo usar la llave de acceso. Vuelve a intentarlo o inicia sesión de otra forma.",
  emailEmpty: "Ingresa tu correo electrónico",
  emailInvalid: "Ingresa un correo electrónico válido",
  passwordEmpty: "Ingresa tu contraseña",
  signedIn: "Ya iniciaste sesión",
  noMethod: "No hay ningún método de inicio de sesión habilitado.",

  unknownError: "Ocurrió un error desconocido",
  unknownErrorText: "Vuelve a intentarlo y, si el problema continúa, comunícate con el equipo de soporte.",
  unknownErrorNotice:
    "Ocurrió un error desconocido. Vuelve a intentarlo y, si el problema continúa, comunícate con el equipo de soporte.",
  notLoaded: "No se pudo cargar esta página",
  offline: "No tienes conexión. Revisa tu conexión a internet y vuelve a intentarlo.",
  unreachable: "No se puede acceder al servicio. Revisa tu conexión a internet y vuelve a intentarlo.",
  connectionBroke: "Se perdió la conexión. Vuelve a intentarlo.",
  timedOut: "Tardó demasiado. Revisa tu conexión a internet y vuelve a intentarlo.",
  tooManyAttempts: "Demasiados intentos. Espera un poco y vuelve a intentarlo.",
  tooManyAttemptsUntil: "Demasiados intentos. Podrás volver a intentarlo en {time}.",
  retryingIn: "El servicio está ocupado. Nuevo intento en {time}.",
  unavailable: "El servicio no está disponible en este momento. Vuelve a intentarlo más tarde.",
  unavailableUntil: "El servicio no está disponible en este momento. Podrás volver a intentarlo en {time}.",

  codeTitle: "Ingresa el código de tu correo",
  codeSentTo: "Enviamos seis caracteres a {email}. Revisa también la carpeta de correo no deseado.",
  codeChecking: "Verificando el código",
  secondFactorText: "Ingresa el código de seis dígitos de tu aplicación de autenticación.",
  attemptOver: "Este inicio de sesión tardó demasiado o tuvo demasiados intentos. Comienza de nuevo.",
  startOver: "Comenzar de nuevo",
  adviceWords: "Agrega una o dos palabras, mejor si son poco comunes.",

  signedOut: "No iniciaste sesión.",
  emailSentText:
    "Si existe una cuenta con este correo electrónico, te enviamos un mensaje. Revisa también la carpeta de correo no deseado.",
  passwordResetText: "Se restableció tu contraseña. Ya puedes iniciar sesión con la nueva.",
  resetFailed: "No se restableció tu contraseña",
  resetFailedText:
    "Solicita un correo nuevo y vuelve a intentarlo. Si el problema continúa, comunícate con el equipo de soporte.",
  magicLinkDone: "Iniciaste sesión",
  linkInvalidText:
    "Es posible que se haya cortado en el camino. Vuelve a abrirlo desde el correo o solicita uno nuevo.",
  linkExpired: "Este enlace venció",
  linkExpiredText: "Los enlaces de los correos solo funcionan durante un tiempo. Solicita uno nuevo.",
  linkUsed: "Este enlace ya se usó",
  linkUsedText: "Un enlace de un correo solo funciona una vez. Solicita uno nuevo si lo necesitas.",
  redirectingText: "Si no sucede nada, {link}.",
  signInFailed: "No se pudo iniciar sesión",
  accountTakenText:
    "La cuenta que elegiste en el proveedor pertenece a otro usuario. Elige otra o inicia sesión como ese usuario.",
  accessDenied: "El proveedor denegó el acceso",
  accessDeniedText: "Se denegó el acceso o se canceló el inicio de sesión. Vuelve a intentarlo.",
  oauthTimeout: "El inicio de sesión tardó demasiado",
  oauthTimeoutText: "No se completó a tiempo en el proveedor. Comienza de nuevo.",
  oauthNotCompleted: "No se completó el inicio de sesión",
  oauthNotCompletedText:
    "Es posible que se completara en otra pestaña o que comenzara hace demasiado tiempo. Vuelve a iniciar sesión.",
  providerUnavailableText: "Aquí está deshabilitado o no está bien configurado. Inicia sesión de otra forma.",
  emailInUseText:
    "Otra cuenta inicia sesión con el correo que nos indicó el proveedor. Inicia sesión en esa cuenta como lo hacías antes.",

  accountSettings: "Configuración de la cuenta",
  teamSettings: "Configuración del equipo",
  teamNotSelected: "No se pudo seleccionar el equipo",
  settingsOf: "Configuración de la cuenta",
  settings: "Configuración",
  pageGoneText: "Es posible que sea de un equipo en el que ya no estás.",
  add: "Agregar",
  empty: "Ingresa un nombre",
  signedOutMeanwhile:
    "Se cerró tu sesión, quizás en otra pestaña. Lo que escribiste sigue aquí: vuelve a iniciar sesión para guardarlo.",
  otherUser: "Mientras tanto, otra persona inició sesión aquí. No se cambió nada.",
  permissionLost: "Ya no tienes permiso para hacer esto. Pídeselo a alguien que administre el equipo.",
  refused: "No se pudo hacer. Vuelve a cargar la página para ver qué cambió e inténtalo otra vez.",
  confirmPasswordText:
    "Ingresa tu contraseña para continuar: esto cambia tu forma de iniciar sesión o no se puede deshacer.",
  typeToConfirm: "Escribe “{word}” para continuar",

  profileImage: "Foto de perfil",
  imageNotMade: "No se pudo reducir lo suficiente la imagen. Elige otra.",
  addEmail: "Agregar un correo",
  emailDuplicate: "Ya agregaste este correo",
  emailSentTo: "Enviamos un correo a {email}. Sigue el enlace que contiene para verificar la dirección.",
  emailNotSent:
    "Se agregó la dirección, pero no se pudo enviar el correo de verificación. Vuelve a enviarlo desde el menú de la dirección.",
  lastSignInEmail: "Es el único correo con el que inicias sesión: agrega otro primero.",
  passwordUpdated: "Se cambió tu contraseña y se cerraron todas tus demás sesiones.",
  passwordWasSet: "Se estableció tu contraseña.",
  passkeyText: "Inicia sesión con tu huella digital, tu rostro o el bloqueo de pantalla.",
  addPasskey: "Agregar llave de acceso",
  addPasskeyTitle: "¿Agregar una llave de acceso?",
  needsVerifiedEmail: "Para habilitarlo, verifica primero un correo con el que inicies sesión.",
  onlyMethod: "Es tu única forma de iniciar sesión: agrega otra primero.",
  passkeyNotMade: "No se creó la llave de acceso. Vuelve a intentarlo.",
  otpOn: "Habilitado. Puedes iniciar sesión con un código o un enlace por correo.",
  enable: "Habilitar",
  disable: "Deshabilitar",
  otpEnableTitle: "¿Habilitar el inicio de sesión por correo?",
  otpDisableTitle: "¿Deshabilitar el inicio de sesión por correo?",
  mfaText: "Pide un código de una aplicación de tu teléfono al iniciar sesión.",
  mfaOn: "Habilitada. Al iniciar sesión se te pide un código de tu aplicación de autenticación.",
  mfaOnBadge: "Habilitada",
  mfaScan: "Escanea el código con tu aplicación de autenticación e ingresa los seis dígitos que muestra.",
  mfaSecret: "O ingresa esta clave en la aplicación:",
  mfaWrong: "Este no es el código que debería mostrar la aplicación. Revisa que la hora de tu teléfono sea correcta.",
  mfaDisableTitle: "¿Deshabilitar la autenticación en dos pasos?",

  memberAlone: "Por ahora, solo tú.",
  invited: "Enviamos una invitación a {email}.",
  expires: "Vence {when}",
  leave: "Salir del equipo",
  leaveQuestion: "¿Salir de {team}?",
  joinText: "Te invitaron a unirte al equipo {team}.",
  invitationTitle: "Te invitaron a un equipo",
  joined: "Te uniste a {team}",

  PASSWORD_CONFIRMATION_MISMATCH: "Esta no es tu contraseña actual. Revísala y vuelve a intentarlo.",
  PASSKEY_AUTHENTICATION_FAILED:
    "No se pudo iniciar sesión con esta llave de acceso. Vuelve a intentarlo o inicia sesión de otra forma.",
  PASSKEY_REGISTRATION_FAILED: "No se pudo agregar la llave de acceso. Vuelve a intentarlo.",
  PASSKEY_WEBAUTHN_ERROR: "No se pudo usar la llave de acceso. Vuelve a intentarlo.",
  VERIFICATION_CODE_NOT_FOUND: "Este código no es válido. Revisa que esté completo o solicita uno nuevo.",
  VERIFICATION_CODE_EXPIRED: "Este código venció. Solicita uno nuevo.",
  VERIFICATION_CODE_ALREADY_USED: "Este código ya se usó y solo funciona una vez. Solicita uno nuevo.",
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: "Este código se probó demasiadas veces y ya no funciona. Solicita uno nuevo.",
  USER_NOT_FOUND: "No se encontró este usuario. Es posible que la cuenta se haya eliminado.",
  OUTER_OAUTH_TIMEOUT: "El inicio de sesión con el proveedor tardó demasiado. Comienza de nuevo.",
  INVALID_AUTHORIZATION_CODE: "No se pudo completar este inicio de sesión. Vuelve a iniciar sesión.",
  REDIRECT_URL_NOT_WHITELISTED:
    "Este sitio no está autorizado para iniciar sesión. Comunícate con el equipo de soporte.",
  CookiesBlocked:
    "Este navegador no guarda cookies de esta página y son necesarias para iniciar sesión. Permite las cookies y vuelve a intentarlo.",
  OAuthSignInFailed: "No se pudo iniciar sesión con el proveedor. Vuelve a intentarlo."
}
