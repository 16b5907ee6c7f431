/** Stand-ins for unknown addresses, so that the time of a response does not tell them from known ones (ASVS 6.3.8). */
import { hash } from "node:crypto"

/**
 * The id from which `PasswordStore.findNext` looks up a stand-in for an unknown address: a user of the project, always
 * the same one for that address. What is done with a known address is done with the stand-in's hash and name, and the
 * result is not used.
 */
export const decoyUserId = (projectId: string, email: string): string => {
  const digest = hash("sha256", `${projectId} ${email}`)
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
