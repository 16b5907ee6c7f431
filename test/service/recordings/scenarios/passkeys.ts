/** Registration of and sign-in with passkeys. */
import { Effect, Schema } from "effect"
import { makeAuthenticator } from "../../authenticator.ts"
import { asClient, withToken } from "../../fixture.ts"
import { newUser, signedIn } from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { configure } from "../../requests.ts"
import { at } from "../scenario.ts"

const Ceremony = Schema.Struct({ code: Schema.String, options_json: Schema.Struct({ challenge: Schema.String }) })

const begin = (ceremony: string, headers: Readonly<Record<string, string>>) =>
  Effect.flatMap(setUp("POST", `/auth/passkey/initiate-passkey-${ceremony}`, {}, headers), (json) =>
    Effect.orDie(Schema.decodeUnknownEffect(Ceremony)(json))
  )

/** The fields of a credential that the service reads. */
const readResponse = Schema.decodeUnknownEffect(
  Schema.Struct({ attestationObject: Schema.String, clientDataJSON: Schema.String })
)

/** Creates a passkey. */
const newPasskey = Effect.gen(function* () {
  const user = yield* newUser
  const key = makeAuthenticator()
  const { code, options_json } = yield* begin("registration", withToken(user.accessToken))
  return { user, key, code, credential: key.create(options_json.challenge) }
})

const withPasskey = Effect.tap(newPasskey, ({ code, credential, user }) =>
  setUp("POST", "/auth/passkey/register", { code, credential }, withToken(user.accessToken))
)

/** Signs the challenge of the service with a passkey. */
const passkeyResponse = Effect.gen(function* () {
  const { key, user } = yield* withPasskey
  const { code, options_json } = yield* begin("authentication", asClient)
  const { id, rawId, response } = key.get(options_json.challenge, Buffer.from(user.id).toString("base64url"))
  return { user, code, authentication_response: { id, rawId, response } }
})

export const passkeys = [
  at(34, "POST /auth/passkey/initiate-passkey-authentication client 200", signedIn),
  at(35, "POST /auth/passkey/initiate-passkey-authentication client 200"),
  at(36, "POST /auth/passkey/initiate-passkey-authentication client 200", signedIn),
  at(37, "POST /auth/passkey/initiate-passkey-registration client 200", signedIn),
  at(38, "POST /auth/passkey/initiate-passkey-registration client 200", signedIn),
  at(39, "POST /auth/passkey/initiate-passkey-registration client 200", signedIn),
  at(40, "POST /auth/passkey/initiate-passkey-registration client 200", signedIn),
  at(
    41,
    "POST /auth/passkey/initiate-passkey-registration client 400 PASSKEY_AUTHENTICATION_NOT_ENABLED",
    Effect.tap(signedIn, configure({ passkey_enabled: false }))
  ),
  at(
    42,
    "POST /auth/passkey/register client 200",
    Effect.gen(function* () {
      const { code, credential, user } = yield* newPasskey
      const { id, rawId } = credential
      return { user, body: { code, credential: { id, rawId, response: yield* readResponse(credential.response) } } }
    })
  ),
  at(
    43,
    "POST /auth/passkey/sign-in client 200",
    Effect.map(passkeyResponse, ({ authentication_response, code }) => ({ body: { code, authentication_response } }))
  ),
  at(
    44,
    "POST /auth/passkey/sign-in client 400 PASSKEY_AUTHENTICATION_FAILED",
    Effect.map(passkeyResponse, ({ authentication_response: { response }, code, user }) => ({
      user,
      body: { code, authentication_response: { response } }
    }))
  )
]
