/** The signed-in user as an object with methods. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { User, UserUpdate } from "../../core/schema/user.ts"
import type { ClientCalls } from "../client.ts"

/** The session's tokens as text, for an application's own server. */
export interface AuthJson {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/**
 * The methods of the signed-in user. Once somebody else has signed in they reject with `RequestError` of the reason
 * `SessionChanged`, and change nobody; `signOut` then leaves whoever is there signed in.
 */
export interface CurrentUserMethods {
  readonly currentSession: { readonly getTokens: () => Promise<AuthJson> }
  /** Changes the user. What is absent stays as it is; call `getUser()` again for what it became. */
  readonly update: (update: UserUpdate) => Promise<void>
  readonly setDisplayName: (displayName: string | null) => Promise<void>
  readonly setClientMetadata: (metadata: Exclude<UserUpdate["clientMetadata"], undefined>) => Promise<void>
  /** The header that tells an application's own server who is calling: `{ "x-stack-auth": … }`. */
  readonly getAuthHeaders: () => Promise<{ readonly "x-stack-auth": string }>
  readonly getAuthJson: () => Promise<AuthJson>
  readonly signOut: (options?: { readonly redirectUrl?: string }) => Promise<void>
}

export type CurrentUser = User & CurrentUserMethods

export const currentUser = (
  user: User,
  client: ClientCalls,
  signOut: (of: ClientCalls) => CurrentUserMethods["signOut"]
): CurrentUser => {
  // The object may be kept while somebody else signs in: it never acts as them.
  let calls: ClientCalls | undefined
  const own = () => calls ??= client.as(user.id)
  const update = (change: UserUpdate) => Effect.runPromise(Effect.asVoid(own().updateUser(change)))
  const getAuthJson = () =>
    Effect.runPromise(
      Effect.map(own().tokens, ({ accessToken, refreshToken }) => ({
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
    signOut: (options?: { readonly redirectUrl?: string }) => signOut(own())(options)
  })
}
