/** Codes that are sent by mail. */
import { Effect } from "effect"
import { asClient, asServer, withToken } from "../fixture.ts"
import type { RegisteredUser } from "./users.ts"
import { MailedTexts } from "./mailed-texts.ts"
import { setUp } from "./project.ts"

/** Returns the code in the link of the latest mail to this address. */
const mailedCode = Effect.fnUntraced(function* (to: string) {
  const texts = yield* (yield* MailedTexts).to(to)
  const [, code] = /[?&]code=([0-9a-z]{45})/.exec(texts.at(-1) ?? "") ?? []
  return code ?? (yield* Effect.die(`There is no code in the mails to ${to}`))
})

const callback_url = "http://localhost:12345/some-callback-url"

/** Requests a sign-in code, for a new or an existing user. */
export const signInCode = (email: string) =>
  Effect.andThen(setUp("POST", "/auth/otp/send-sign-in-code", { email, callback_url }, asClient), mailedCode(email))

export const resetCode = ({ email }: RegisteredUser) =>
  Effect.andThen(setUp("POST", "/auth/password/send-reset-code", { email, callback_url }, asClient), mailedCode(email))

/** Requests a code that verifies the address of the sign-up. */
export const verificationCode = ({ accessToken, email }: RegisteredUser) =>
  Effect.andThen(
    setUp("POST", "/contact-channels/send-verification-code", { email, callback_url }, withToken(accessToken)),
    mailedCode(email)
  )

/** Requests a code that invites to a team. */
export const invitationCode = (team_id: string, email: string) =>
  Effect.andThen(
    setUp("POST", "/team-invitations/send-code", { team_id, email, callback_url }, asServer),
    mailedCode(email)
  )
