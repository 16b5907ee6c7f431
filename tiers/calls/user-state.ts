/** Which users count as signed in: by default neither anonymous nor other restricted ones. */

/** The part of a user that decides. */
export interface UserState {
  readonly isAnonymous?: boolean
  readonly isRestricted?: boolean
}

/** Returns a user who has signed up, and `null` for an anonymous one. */
export const realUser = <User extends UserState>(user: User | null): User | null =>
  user?.isAnonymous === true ? null : user

/** Returns a user who may use the application, and `null` for a restricted one. */
export const unrestrictedUser = <User extends UserState>(user: User | null): User | null =>
  user?.isRestricted === true ? null : realUser(user)

/** The options that include users who do not count as signed in by default. */
interface InclusionOptions {
  readonly or?: string | undefined
  readonly includeRestricted?: boolean | undefined
}

/** Returns the user of the session, and `null` for one whom the options do not include. */
export const includedUser = <User extends UserState>(
  user: User | null,
  { includeRestricted, or }: InclusionOptions
): User | null => {
  if (or === "anonymous" || or === "anonymous-if-exists") return user
  return includeRestricted ? realUser(user) : unrestrictedUser(user)
}

/** Returns whether a user has signed up, and may not use the application yet. */
export const isAwaitingAccess = (user: UserState | null): boolean =>
  realUser(user) !== null && unrestrictedUser(user) === null

/** Returns the page on which the user of the session gets access. */
export const entryPageOf = (user: UserState | null): "signIn" | "onboarding" =>
  isAwaitingAccess(user) ? "onboarding" : "signIn"
