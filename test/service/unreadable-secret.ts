/** A secret in the form in which the database stores one, encrypted with a key that no service of a test has. */
export const UNREADABLE_SECRET = `ks1.AAAAAAAA.${"A".repeat(40)}`
