/** Normalizes and compares email addresses. */

/**
 * Returns the address with its domain in lower case: it is case-insensitive (RFC 5321, section 2.4). The local part is
 * unchanged, because only its mail server may interpret it.
 */
export const withLowerCaseDomain = (address: string): string => {
  const at = address.lastIndexOf("@") + 1
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

/** Returns whether two addresses have the same mailbox. */
export const isSameAddress = (one: string, other: string): boolean =>
  withLowerCaseDomain(one) === withLowerCaseDomain(other)
