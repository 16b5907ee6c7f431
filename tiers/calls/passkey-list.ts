/** The passkeys of a user. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/passkeys.ts"
import { call } from "../../core/call/call.ts"
import type { Passkey } from "../../core/schema/passkey.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"

/** The errors of `passkeys.list`. */
export type ListPasskeysError = CallError<typeof Api.list>

/** The errors of `passkeys.rename` and `passkeys.remove`. */
export type ChangePasskeyError = CallError<typeof Api.rename>

/** An extension of the wire: check `hasExtension(project, "multiple_passkeys")` before you offer these calls. */
export interface PasskeyListCalls {
  /** Returns the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<Passkey>, ListPasskeysError>
  /**
   * Renames a passkey: one line of at most 64 characters. Spaces around it are removed.
   *
   * @param id The id of the passkey.
   * @param name The new name: one line of at most 64 characters.
   */
  readonly rename: (id: string, name: string) => Effect.Effect<Passkey, ChangePasskeyError>
  /**
   * Removes a passkey. The others keep working. It stays on the authenticator, where only its owner can delete it.
   *
   * @param id The id of the passkey.
   */
  readonly remove: (id: string) => Effect.Effect<void, ChangePasskeyError>
}

/** The passkeys of one user; in the client tier only one's own. */
export const passkeyListCalls = ({ bind }: CallDependencies, userId: string = "me"): PasskeyListCalls => {
  const one = (id: string) => ({ user_id: userId, passkey_id: id })
  return {
    list: () => Effect.map(bind(call(Api.list, { params: { user_id: userId } })), ({ items }) => items),
    rename: (id, name) => bind(call(Api.rename, { params: one(id), body: { name } })),
    remove: (id) => bind(Effect.asVoid(call(Api.remove, { params: one(id) })))
  }
}
