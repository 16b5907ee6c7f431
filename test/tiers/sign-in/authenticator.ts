/** An authenticator in software as the ceremonies of a client. */
import { Effect, Schema } from "effect"
import { WebAuthn, type WebAuthnCeremonies } from "../../../core/passkey/web-authn.ts"
import { type AuthenticatorFaults, makeAuthenticator } from "../../service/authenticator.ts"

const Creation = Schema.Struct({
  challenge: Schema.String,
  rp: Schema.Struct({ id: Schema.String, name: Schema.String }),
  user: Schema.Struct({ id: Schema.String })
})
const Request = Schema.Struct({ challenge: Schema.String, rpId: Schema.String })
const json = (value: unknown) => Schema.decodeUnknownSync(Schema.Json)(JSON.parse(JSON.stringify(value)))

/** The ceremonies of one key. It remembers whose it is, and what it was asked. */
export const keyOf = (faults: AuthenticatorFaults = {}) => {
  const key = makeAuthenticator()
  const seen: Array<string> = []
  let owner = ""
  const ceremonies: WebAuthnCeremonies = {
    create: (options) =>
      Effect.sync(() => {
        const { challenge, rp, user } = Schema.decodeUnknownSync(Creation)(options)
        seen.push(rp.id)
        owner = user.id
        return json(key.create(challenge, faults))
      }),
    get: (options) =>
      Effect.sync(() => {
        const { challenge, rpId } = Schema.decodeUnknownSync(Request)(options)
        seen.push(rpId)
        return json(key.get(challenge, owner, faults))
      })
  }
  return { use: Effect.provideService(WebAuthn, ceremonies), seen }
}
