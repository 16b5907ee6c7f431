/** The tags of the errors of a new password that a user can correct. */
export const passwordRequirements = ["PasswordTooShort", "PasswordTooLong", "PasswordBreached"] as const
