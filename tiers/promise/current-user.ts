/** The signed-in user as an object with methods. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { PasskeyRegistrationFailed, PasskeyWebAuthnError } from "../../core/errors/passkey.ts"
import type { User, UserUpdate } from "../../core/schema/user.ts"
import type { PasskeyOptions } from "../calls/passkey.ts"
import type { ClientCalls } from "../client.ts"
import { type Result, toResult } from "./result.ts"

/** The session's tokens as text, for an application's own server. */
export interface AuthJson {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/** The methods of the signed-in user. */
export interface CurrentUserMethods {
  readonly currentSession: { readonly getTokens: () => Promise<AuthJson> }
  /** Changes the user. What is absent stays as it is; call `getUser()` again for what it became. */
  readonly update: (update: UserUpdate) => Promise<void>
  readonly setDisplayName: (displayName: string | null) => Promise<void>
  readonly setClientMetadata: (metadata: Exclude<UserUpdate["clientMetadata"], undefined>) => Promise<void>
  /** The header that tells an application's own server who is calling: `{ "x-stack-auth": … }`. */
  readonly getAuthHeaders: () => Promise<{ readonly "x-stack-auth": string }>
  readonly getAuthJson: () => Promise<AuthJson>
  /** Makes a passkey for the user, in place of the one they had. */
  readonly registerPasskey: (
    options?: PasskeyOptions
  ) => Promise<Result<void, PasskeyRegistrationFailed | PasskeyWebAuthnError>>
  readonly signOut: (options?: { readonly redirectUrl?: string }) => Promise<void>
}

export type CurrentUser = User & CurrentUserMethods

export const currentUser = (
  user: User,
  client: ClientCalls,
  signOut: CurrentUserMethods["signOut"]
): CurrentUser => {
  const update = (change: UserUpdate) => Effect.runPromise(Effect.asVoid(client.updateUser(change)))
  const getAuthJson = () =>
    Effect.runPromise(
      Effect.map(client.tokens, ({ accessToken, refreshToken }) => ({
        accessToken: accessToken && Redacted.value(accessToken),
        refreshToken: refreshToken && Redacted.value(refreshToken)
      }))
    )
  return Object.freeze({
    ...user,
    currentSession: { getTokens: getAuthJson },
    update,
    setDisplayName: (displayName: string | null) => update({ displayName }),
    setClientMetadata: (clientMetadata: Exclude<UserUpdate["clientMetadata"], undefined>) => update({ clientMetadata }),
    getAuthHeaders: async () => ({ "x-stack-auth": JSON.stringify(await getAuthJson()) }),
    getAuthJson,
    registerPasskey: (options?: PasskeyOptions) =>
      toResult(client.registerPasskey(options), ["PasskeyRegistrationFailed", "PasskeyWebAuthnError"]),
    signOut
  })
}
