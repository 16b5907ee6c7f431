/** Returns a user who has signed up, and `null` for an anonymous one. */
export const realUser = <User extends { readonly isAnonymous?: boolean }>(user: User | null): User | null =>
  user?.isAnonymous === true ? null : user
