/** Lengths of passwords, without a schema: forms check them before the runtime is loaded. */

/** The minimum length of a new password in a project without a minimum of its own. The service checks it. */
export const PASSWORD_MIN_LENGTH = 8

/** The greatest minimum length that a project can set. */
export const MAX_PASSWORD_MIN_LENGTH = 64

export const PASSWORD_MAX_LENGTH = 70
