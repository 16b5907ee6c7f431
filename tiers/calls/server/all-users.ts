/** Any user of the project. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as SessionsApi from "../../../core/api/sessions/create.ts"
import * as UsersApi from "../../../core/api/users/users.ts"
import type { UserMethod } from "../../../core/api/users/users.ts"
import { PrimaryEmailMissing } from "../../../core/errors/local-errors.ts"
import { PasswordTooLong } from "../../../core/errors/password-rules.ts"
import { BrokenProtocol, RequestError } from "../../../core/errors/request-error.ts"
import type { UserIdDoesNotExist, UserNotFound } from "../../../core/errors/user.ts"
import { PASSWORD_MAX_LENGTH } from "../../../core/schema/fields/password-length.ts"
import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
import type { ServerUser } from "../../../core/schema/server-user.ts"
import type { CallbackUrlOption } from "../callback-url.ts"
import type { SendChannelVerificationError } from "../contact-channels.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { redact, type SecretText } from "../redact.ts"
import { type UserChanges, userUpdateOf } from "../user.ts"
import { serverContactChannelCalls } from "./contact-channels.ts"
import { anyUser, byKeys } from "./user-scope.ts"
import type { CallError } from "../call-error.ts"

/** The fields of a user that the server can write. Absent fields are unchanged; `null` clears. */
interface UserFields extends Omit<UserChanges, "selectedTeamId"> {
  /** Clients read it and cannot change it. Replaced as a whole. */
  readonly clientReadOnlyMetadata?: Schema.Json | undefined
  /** Only servers read it. Replaced as a whole. */
  readonly serverMetadata?: Schema.Json | undefined
  /** `null` removes the address. */
  readonly primaryEmail?: string | null | undefined
  /** The primary address is verified. */
  readonly primaryEmailVerified?: boolean | undefined
  /** The user can sign in with the primary address. */
  readonly primaryEmailAuthEnabled?: boolean | undefined
  /** At most 70 characters. `null` takes the password away. */
  readonly password?: SecretText | null | undefined
  /**
   * A hash instead of a password: bcrypt (`$2a$`, `$2b$`, `$2y$`, at most 16 rounds), or Argon2id (`$argon2id$v=19$`,
   * at most 64 MiB).
   */
  readonly passwordHash?: SecretText | undefined
  /** The country of the sign-up, `NO`. Stored as given, like the next. */
  readonly countryCode?: string | null | undefined
  /**
   * The language of mails to the user. A sign-in replaces it by the language of the user's device. An extension of the
   * wire, listed as `mail_languages`.
   */
  readonly language?: SupportedLanguage | null | undefined
  /** Estimates from 0 to 100 that the sign-up was an abuse. */
  readonly riskScores?: { readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number } } | undefined
  /** Restricts the user: the user may sign in, and may not use the application. `false` lifts that. */
  readonly restrictedByAdmin?: boolean | undefined
  /** The reason, for the user to read. It needs the restriction, as the private details, and is lifted with it. */
  readonly restrictedByAdminReason?: string | null | undefined
  /** Notes that the user cannot read. */
  readonly restrictedByAdminPrivateDetails?: string | null | undefined
}

/** A user to create. */
export interface UserInput extends UserFields {
  /** Creates a user who has not signed up. Default `false`. */
  readonly isAnonymous?: boolean | undefined
  /** Accounts at providers with which the user will be able to sign in. */
  readonly oauthProviders?:
    ReadonlyArray<{ readonly id: string; readonly accountId: string; readonly email?: string | null }> | undefined
}

/** The fields of a user that can change. */
export interface ServerUserChanges extends UserFields, Pick<UserChanges, "selectedTeamId"> {
  /** Turns an anonymous user into a real one. The reverse is not possible. */
  readonly isAnonymous?: false | undefined
}

/** Filter and order of users. */
interface UserListOptions {
  /** Members of this team only. */
  readonly teamId?: string | undefined
  /** `include` lists anonymous users, too, and `only` no others. Default: no anonymous users. */
  readonly anonymous?: "include" | "only" | undefined
  /**
   * `exclude` leaves restricted users out, and `only` all others, which is a part of the extension `user_filters`. By
   * default Keystile's service lists them; Stack Auth since 2.8 lists them with `include`.
   */
  readonly restricted?: "exclude" | "include" | "only" | undefined
  /** Default `signedUpAt`. Stack Auth before 2.8 has no other. */
  readonly orderBy?: "lastActiveAt" | "signedUpAt" | undefined
  /** The latest first. Default `false`. */
  readonly desc?: boolean | undefined
  /** Part of a display name or of any address, or a whole id. */
  readonly query?: string | undefined
  /**
   * True: the primary address is verified. This filter and the next three are an extension of the wire: check
   * `hasExtension(project, "user_filters")`. Other services refuse them with `SCHEMA_ERROR`, or ignore them.
   */
  readonly primaryEmailVerified?: boolean | undefined
  /** Users who can sign in like this. `oauth` is an account at any provider. */
  readonly signInMethod?: UserMethod | undefined
  /** Active at this time or later. */
  readonly activeSince?: Date | undefined
  /** Last active before this time. */
  readonly activeUntil?: Date | undefined
}

export interface UserPageOptions extends UserListOptions {
  /** The `nextCursor` of the page before. Without it the first page. */
  readonly cursor?: string | undefined
  /** At most how many. Without it all that are left. */
  readonly limit?: number | undefined
}

export interface UserStreamOptions extends UserListOptions {
  /** Users a page. Default 100. */
  readonly pageSize?: number | undefined
}

export interface UserPage {
  /** With filters of the extension `user_filters` they may be fewer than `limit`, or none, although others follow. */
  readonly items: ReadonlyArray<ServerUser>
  /** The `cursor` of the page that follows; `null` on the last one. */
  readonly nextCursor: string | null
}

export interface NewSessionOptions {
  /** Lifetime of the session in milliseconds. Default one year, at most 367 days. */
  readonly expiresInMillis?: number | undefined
}

/** The tokens of a new session. */
interface NewSession {
  readonly accessToken: Redacted.Redacted<string>
  readonly refreshToken: Redacted.Redacted<string>
}

/** The errors of `users.create`. */
type CreateUserError = CallError<typeof UsersApi.create> | PasswordTooLong

type UserUpdateError = CallError<typeof UsersApi.update> | PasswordTooLong

/** Any user of the project, by id, and page by page. */
export interface PagedUserCalls {
  /**
   * One page of users.
   *
   * @param options Filter, order and position of the page.
   */
  readonly page: (options?: UserPageOptions) => Effect.Effect<UserPage, RequestError>
  /** Returns a user. Fails with `UserNotFound`. */
  readonly get: (userId: string) => Effect.Effect<ServerUser, UserNotFound | RequestError>
  /** Works with sign-up closed. */
  readonly create: (user: UserInput) => Effect.Effect<ServerUser, CreateUserError>
  /** A new password ends all sessions of the user. */
  readonly update: (userId: string, update: ServerUserChanges) => Effect.Effect<ServerUser, UserUpdateError>
  /** With sessions, channels, sign-in methods and memberships. */
  readonly remove: (userId: string) => Effect.Effect<void, UserNotFound | RequestError>
  /**
   * Replaces the password, whatever it was, and ends all sessions of the user; `null` takes it away.
   *
   * @param password The new password.
   */
  readonly setPassword: (userId: string, password: SecretText | null) => Effect.Effect<void, UserUpdateError>
  /** Mails a link that verifies the primary address. */
  readonly sendVerificationEmail: (
    userId: string,
    options?: CallbackUrlOption
  ) => Effect.Effect<void, PrimaryEmailMissing | SendChannelVerificationError>
  /**
   * Creates a session of the user, without a second factor.
   *
   * @param options The lifetime of the session.
   */
  readonly createSession: (
    userId: string,
    options?: NewSessionOptions
  ) => Effect.Effect<NewSession, UserIdDoesNotExist | RequestError>
}

const DEFAULT_PAGE_SIZE = 100

/** The fields by the names of the wire's schema; or the one rule that no service names by its error. */
export const userBody = <Fields extends UserFields>({ password: given, passwordHash, ...fields }: Fields) => {
  const password = given == null ? given : redact(given)
  return password != null && Redacted.value(password).length > PASSWORD_MAX_LENGTH
    ? Effect.fail(new PasswordTooLong({ maxLength: PASSWORD_MAX_LENGTH }))
    : Effect.succeed(
        omitUndefined({
          ...userUpdateOf(fields),
          password,
          passwordHash: passwordHash === undefined ? undefined : redact(passwordHash)
        })
      )
}

const booleanText = (value: boolean) => (value ? ("true" as const) : ("false" as const))

const orders = { lastActiveAt: "last_active_at", signedUpAt: "signed_up_at" } as const

const pageQuery = ({
  activeSince,
  activeUntil,
  anonymous,
  cursor,
  desc,
  limit,
  orderBy,
  primaryEmailVerified,
  query,
  restricted,
  signInMethod,
  teamId
}: UserPageOptions) => ({
  ...(teamId !== undefined && { teamId }),
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
  ...(orderBy !== undefined && { orderBy: orders[orderBy] }),
  ...(desc !== undefined && { desc: booleanText(desc) }),
  ...(query !== undefined && { query }),
  ...(primaryEmailVerified !== undefined && { primaryEmailVerified: booleanText(primaryEmailVerified) }),
  ...(signInMethod !== undefined && { signInMethod }),
  ...(activeSince !== undefined && { activeSince: activeSince.getTime() }),
  ...(activeUntil !== undefined && { activeUntil: activeUntil.getTime() }),
  ...(restricted !== undefined && { includeRestricted: booleanText(restricted !== "exclude") }),
  ...(restricted === "only" && { onlyRestricted: "true" as const }),
  ...(anonymous !== undefined && { includeAnonymous: "true" as const }),
  ...(anonymous === "only" && { onlyAnonymous: "true" as const })
})

/** Returns the next page; the first one without a cursor. A page that follows itself would never end. */
export const pageAfter = (
  { page }: PagedUserCalls,
  { pageSize: limit = DEFAULT_PAGE_SIZE, ...options }: UserStreamOptions,
  cursor: string | undefined
): Effect.Effect<UserPage, RequestError> =>
  Effect.flatMap(page({ ...options, cursor, limit }), (found) =>
    found.nextCursor !== null && found.nextCursor === cursor
      ? new RequestError({
          endpoint: UsersApi.list.name,
          reason: new BrokenProtocol({ explanation: "the page after this one is this one" })
        })
      : Effect.succeed(found)
  )

export const pagedUserCalls = (dependencies: CallDependencies): PagedUserCalls => {
  const run = byKeys(dependencies)

  const page = (options: UserPageOptions = {}): Effect.Effect<UserPage, RequestError> =>
    Effect.map(run(UsersApi.list, { query: pageQuery(options) }), ({ items, pagination: { nextCursor } }) => ({
      items,
      nextCursor
    }))

  const update = (userId: string, changes: ServerUserChanges): Effect.Effect<ServerUser, UserUpdateError> =>
    Effect.flatMap(userBody(changes), (body) => run(UsersApi.update, { params: { user_id: userId }, body }))

  return {
    page,
    get: (userId) => run(UsersApi.get, { params: { user_id: userId } }),
    create: (user) => Effect.flatMap(userBody(user), (body) => run(UsersApi.create, { body })),
    update,
    remove: (userId) => Effect.asVoid(run(UsersApi.remove, { params: { user_id: userId } })),
    setPassword: (userId, password) => Effect.asVoid(update(userId, { password })),
    sendVerificationEmail: Effect.fnUntraced(function* (userId, options) {
      const channels = serverContactChannelCalls(anyUser(dependencies, userId))
      const primary = (yield* channels.list()).find(({ isPrimary }) => isPrimary)
      yield* primary === undefined ? new PrimaryEmailMissing() : channels.sendVerificationEmail(primary.id, options)
    }),
    createSession: (userId, { expiresInMillis } = {}) =>
      run(SessionsApi.create, { body: { userId, ...(expiresInMillis !== undefined && { expiresInMillis }) } })
  }
}
