/** Requests of sign-in by mail. */
import { Effect, Schema } from "effect"
import { ada, type Headers, service, USER_ID } from "../fixture.ts"
import { callback, post } from "../mails.ts"

export const verified = { id: USER_ID, ...ada, emailVerified: true }

export const withMail = (project: object = {}) =>
  service({ config: { magicLinkEnabled: true }, users: [verified], ...project })

export const sendCode = (email: string, callbackUrl = callback, headers?: Headers) =>
  post("/auth/otp/send-sign-in-code", { email, callback_url: callbackUrl }, headers)

export const signIn = (code: string, headers?: Headers) => post("/auth/otp/sign-in", { code }, headers)
export const check = (code: string, headers?: Headers) => post("/auth/otp/sign-in/check-code", { code }, headers)
const readNonce = Schema.decodeUnknownEffect(Schema.Struct({ nonce: Schema.String }))
export const nonceOf = (answer: { readonly json: unknown }) => Effect.map(readNonce(answer.json), ({ nonce }) => nonce)
