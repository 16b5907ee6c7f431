/** The signed-in user: changing, verifying and deleting themselves. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as ContactChannelsApi from "../../core/api/contact-channels/verification.ts"
import * as PasswordApi from "../../core/api/password/change.ts"
import * as UsersApi from "../../core/api/users/me.ts"
import * as UserUpdateApi from "../../core/api/users/update-me.ts"
import { call } from "../../core/call/call.ts"
import { type CallbackUrlMissing, PrimaryEmailMissing } from "../../core/errors/local-errors.ts"
import { PasswordConfirmationMismatch } from "../../core/errors/password-change.ts"
import type { PasswordTooLong } from "../../core/errors/password-rules.ts"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { Endpoint } from "../../core/http/endpoint.ts"
import type { User } from "../../core/schema/user.ts"
import { sameToken } from "../../core/session/tokens.ts"
import { type CallbackUrlOption, callbackUrlOr, verificationMail } from "./callback-url.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { omitUndefined } from "./omit-undefined.ts"
import { newPassword } from "./new-password.ts"
import type { SecretText } from "./redact.ts"
import type { CallError } from "./call-error.ts"

/** The bytes of a second factor's shared secret. */
export type TotpSecretBytes = Uint8Array | Redacted.Redacted<Uint8Array>

/** The fields that users can change about themselves. Absent fields are unchanged; `null` clears. */
export interface UserChanges {
  /** The empty text is stored as `null`. */
  readonly displayName?: string | null | undefined
  /** A data URL of at most 1,000,000 characters. */
  readonly profileImageUrl?: string | null | undefined
  /** Replaced as a whole. */
  readonly clientMetadata?: Schema.Json | undefined
  /** A team of the user's. */
  readonly selectedTeamId?: string | null | undefined
  /** The shared secret of the second factor; `null` switches it off. */
  readonly totpMultiFactorSecret?: TotpSecretBytes | null | undefined
  /**
   * Counts sign-in with a magic link or a code by mail as a sign-in method of the user. A verified email for sign-in
   * gets codes also where this is `false`.
   */
  readonly otpAuthEnabled?: boolean | undefined
  /** Only `false` is accepted: it removes all passkeys. */
  readonly passkeyAuthEnabled?: boolean | undefined
}

/** The fields that a signed-in user can change in the client tier. */
export interface OwnUserChanges extends UserChanges {
  /**
   * The primary address: one of the user's contact channels, or a new one, which is unverified and not used for
   * sign-in. Call `sendVerificationEmail` next. The earlier address stays as a channel. `null` leaves no primary
   * address. Services before Stack Auth 2.8 refuse it.
   */
  readonly primaryEmail?: string | null | undefined
}

/** The errors of `updateUser`. */
export type UpdateUserError = CallError<typeof UserUpdateApi.updateMe>

/** The errors of `deleteUser`. */
export type DeleteUserError = CallError<typeof UserUpdateApi.removeMe>

/** The errors of `setPassword`. */
export type SetPasswordError = CallError<typeof PasswordApi.set> | CannotGetOwnUserWithoutUser | PasswordTooLong

/** The errors of `updatePassword`. */
export type UpdatePasswordError = CallError<typeof PasswordApi.update> | CannotGetOwnUserWithoutUser | PasswordTooLong

/** The errors of `sendVerificationEmail`. */
export type SendVerificationEmailError =
  | CallError<typeof ContactChannelsApi.sendPrimaryVerificationCode>
  | CannotGetOwnUserWithoutUser
  | PrimaryEmailMissing
  | CallbackUrlMissing

/** The old and the new password. */
export interface UpdatePasswordInput {
  /** The current password. */
  readonly oldPassword: SecretText
  /** The new password. */
  readonly newPassword: SecretText
}

/** The part of a tier that is about the signed-in user's own account. */
export interface UserCalls {
  /** Changes the signed-in user. Absent fields are unchanged. */
  readonly updateUser: (changes: OwnUserChanges) => Effect.Effect<User, UpdateUserError>
  /** Deletes the signed-in user, if the project lets its users do that, and ends the session here. */
  readonly deleteUser: () => Effect.Effect<void, DeleteUserError>
  /** Ends all other sessions of the user. */
  readonly updatePassword: (input: UpdatePasswordInput) => Effect.Effect<void, UpdatePasswordError>
  /**
   * The first password of a user who has none.
   *
   * @param input The new password.
   */
  readonly setPassword: (input: {
    /** The new password. */
    readonly password: SecretText
  }) => Effect.Effect<void, SetPasswordError>
  /** Mails a link that verifies the primary address, whichever that is by now. */
  readonly sendVerificationEmail: (options?: CallbackUrlOption) => Effect.Effect<void, SendVerificationEmailError>
}

/** Encodes bytes as base64. JavaScript callers can pass another value, which is then refused as invalid base64. */
const base64 = (bytes: Uint8Array) =>
  ArrayBuffer.isView(bytes) ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) : "?"

/** The changes by the names of the wire's schema. */
export const userUpdateOf = <Changes extends UserChanges>({ totpMultiFactorSecret: secret, ...changes }: Changes) =>
  omitUndefined({
    ...changes,
    totpSecret:
      secret == null ? secret : Redacted.make(base64(Redacted.isRedacted(secret) ? Redacted.value(secret) : secret))
  })

/** The endpoint that reads the signed-in user of a tier. */
type GetMe = Endpoint<{}, Pick<User, "primaryEmail">, CannotGetOwnUserWithoutUser>

export const userCalls = (
  { bind, navigation, session }: CallDependencies,
  getMe: GetMe = UsersApi.getMe
): UserCalls => {
  // Without a session, some routes respond with SCHEMA_ERROR.
  const signedIn = Effect.flatMap(session.tokens, ({ accessToken }) =>
    accessToken === null ? Effect.fail(new CannotGetOwnUserWithoutUser()) : Effect.void
  )

  return {
    updateUser: (changes) => bind(call(UserUpdateApi.updateMe, { body: userUpdateOf(changes) })),
    deleteUser: Effect.fnUntraced(function* () {
      const { refreshToken } = yield* session.stored
      yield* bind(call(UserUpdateApi.removeMe))
      // Another user may have signed in meanwhile. That session stays.
      if (sameToken(refreshToken, (yield* session.stored).refreshToken)) yield* session.end
    }),
    updatePassword: Effect.fnUntraced(function* (input) {
      yield* signedIn
      const replacement = yield* newPassword(input.newPassword)
      // No password is that long, so it is wrong.
      const oldPassword = yield* Effect.mapError(
        newPassword(input.oldPassword),
        () => new PasswordConfirmationMismatch()
      )
      yield* bind(call(PasswordApi.update, { body: { oldPassword, newPassword: replacement } }))
    }),
    setPassword: Effect.fnUntraced(function* (input) {
      yield* signedIn
      const password = yield* newPassword(input.password)
      yield* bind(call(PasswordApi.set, { body: { password } }))
    }),
    sendVerificationEmail: Effect.fnUntraced(function* (options = {}) {
      const url = yield* callbackUrlOr(options.callbackUrl, navigation, verificationMail)
      const { primaryEmail } = yield* bind(call(getMe))
      if (primaryEmail === null) return yield* new PrimaryEmailMissing()
      const body = { email: primaryEmail, callbackUrl: url }
      yield* bind(call(ContactChannelsApi.sendPrimaryVerificationCode, { body }))
    })
  }
}
