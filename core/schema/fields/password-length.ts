/** Lengths of passwords, without a schema: forms check them before the runtime is loaded. */

/** The minimum length of a new password. The service checks it. */
export const PASSWORD_MIN_LENGTH = 8

export const PASSWORD_MAX_LENGTH = 70
