/** Checks of the credential forms before anything is sent. */
import { isStrictEmail } from "../../core/schema/fields/email-pattern.ts"
import { PASSWORD_MAX_LENGTH } from "../../core/schema/fields/password-length.ts"
import type { Messages } from "../messages/english.ts"
import { format } from "../messages/template.ts"

/** `true` or an error text. */
type Check = true | string

export const checkEmail =
  (messages: Messages) =>
  (email: string): Check =>
    email === "" ? messages.emailEmpty : isStrictEmail(email) || messages.emailInvalid

/** Checks an existing password. The service checks its minimum length. */
export const checkPassword =
  (messages: Messages) =>
  (password: string): Check =>
    password === ""
      ? messages.passwordEmpty
      : password.length <= PASSWORD_MAX_LENGTH || format(messages.passwordTooLong, { count: PASSWORD_MAX_LENGTH })

export const checkNewPassword =
  (messages: Messages, minLength: number) =>
  (password: string): Check =>
    password !== "" && password.length < minLength
      ? format(messages.passwordTooShort, { count: minLength })
      : checkPassword(messages)(password)

export const checkRepeat =
  (messages: Messages) =>
  (repeat: string, { password }: { readonly password: string }): Check =>
    repeat === "" ? messages.repeatEmpty : repeat === password || messages.repeatDiffers
