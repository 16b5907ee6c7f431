/** Recognizes bcrypt hashes. */

const PATTERN = /^\$2[aby]\$(\d{2})\$[./A-Za-z\d]{53}$/

/** The maximum cost of bcrypt. With a higher one, a sign-in would take minutes. */
const MAX_ROUNDS = 16

/** Returns whether this is a bcrypt hash that the service accepts. */
export const isBcryptHash = (text: string): boolean => {
  const rounds = Number(PATTERN.exec(text)?.[1] ?? Number.NaN)
  return rounds >= 4 && rounds <= MAX_ROUNDS
}
