/** Normalizes and compares email addresses. */

/**
 * Returns the address with its domain in lower case: it is case-insensitive (RFC 5321, section 2.4). The local part is
 * unchanged, because only its mail server may interpret it.
 */
export const withLowerCaseDomain = (address: string): string => {
  const at = address.lastIndexOf("@") + 1
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

/**
 * Returns the address with its ASCII letters and its domain in lower case, to compare a typed address
 * with that of a user. Other letters stay: "K" (U+212A) would become "k", which is another mailbox.
 */
export const withoutCase = (address: string): string =>
  withLowerCaseDomain(address).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Returns whether two addresses have the same mailbox. */
export const isSameAddress = (one: string, other: string): boolean =>
  withLowerCaseDomain(one) === withLowerCaseDomain(other)
