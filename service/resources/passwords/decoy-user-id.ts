/** Selects decoy users for unknown addresses, so that response times do not reveal known ones (ASVS 6.3.8). */
import { hash } from "node:crypto"

/**
 * Returns the id from which `PasswordStore.findNext` finds the decoy user for an unknown address. It is always the same
 * user of the project for one address. The request does the same work with the decoy's hash and name as for a known
 * address, and ignores the result.
 */
export const decoyUserId = (projectId: string, email: string): string => {
  const digest = hash("sha256", `${projectId} ${email}`)
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
