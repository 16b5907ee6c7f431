/** Lengths of mailed codes, without a schema. */

/** The length of a verification code, and of its start in the mail of a magic link. */
export const VERIFICATION_CODE_LENGTH = 45

export const OTP_LENGTH = 6
