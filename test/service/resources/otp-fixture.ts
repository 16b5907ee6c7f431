/** Requests of sign-in by mail. */
import { Effect, Schema } from "effect"
import { ada, type Headers, service, USER_ID, asClient } from "../fixture.ts"
import { callback } from "../mails.ts"
import { post } from "../requests.ts"

export const verified = { id: USER_ID, ...ada, emailVerified: true }

export const withMail = (project: object = {}) =>
  service({ config: { magicLinkEnabled: true }, users: [verified], ...project })

export const sendCode = (email: string, callbackUrl = callback, headers: Headers = asClient) =>
  post("/auth/otp/send-sign-in-code", headers, { email, callback_url: callbackUrl })

export const signIn = (code: string, headers: Headers = asClient) => post("/auth/otp/sign-in", headers, { code })
export const check = (code: string, headers: Headers = asClient) =>
  post("/auth/otp/sign-in/check-code", headers, { code })
const readNonce = Schema.decodeUnknownEffect(Schema.Struct({ nonce: Schema.String }))
export const nonceOf = (response: { readonly json: unknown }) =>
  Effect.map(readNonce(response.json), ({ nonce }) => nonce)
