/** What the credential forms check before anything is sent (specification, section 5). */
import { isStrictEmail } from "../../core/schema/fields/email.ts"
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "../../core/schema/fields/password.ts"
import type { Messages } from "../messages/english.ts"
import { format } from "../messages/template.ts"

/** `true`, or what is wrong: the shape that react-hook-form wants. */
type Check = true | string

export const checkEmail =
  (messages: Messages) =>
  (email: string): Check =>
    email === "" ? messages.emailEmpty : isStrictEmail(email) || messages.emailInvalid

/** An existing password: however short, the service knows whether it is right. */
export const checkPassword =
  (messages: Messages) =>
  (password: string): Check =>
    password === ""
      ? messages.passwordEmpty
      : password.length <= PASSWORD_MAX_LENGTH || format(messages.passwordTooLong, { count: PASSWORD_MAX_LENGTH })

export const checkNewPassword =
  (messages: Messages) =>
  (password: string): Check =>
    password !== "" && password.length < PASSWORD_MIN_LENGTH
      ? format(messages.passwordTooShort, { count: PASSWORD_MIN_LENGTH })
      : checkPassword(messages)(password)

export const checkRepeat =
  (messages: Messages) =>
  (repeat: string, { password }: { readonly password: string }): Check =>
    repeat === "" ? messages.repeatEmpty : repeat === password || messages.repeatDiffers
