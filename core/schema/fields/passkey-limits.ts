/** The maximum number of passkeys of a user. */
export const MAX_PASSKEYS = 20

/** The maximum length of a passkey's name, in UTF-16 code units. */
export const PASSKEY_NAME_LENGTH = 64
