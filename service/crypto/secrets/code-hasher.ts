/**
 * Hashes verification codes with a key that is not in a dump of the database.
 *
 * Users type six characters of a code, and the client that requested it has the others. With a plain hash, that client
 * could find the six characters from a dump.
 */
import { Context, type Redacted } from "effect"
import { createHmac } from "node:crypto"
import { derive } from "./encryption.ts"

export class CodeHasher extends Context.Service<CodeHasher, (code: string) => string>()(
  "keystile/service/CodeHasher"
) {}

/** The key derives from the secret of the installation, so that hashes stay valid when secrets are rotated. */
export const makeCodeHasher = (serverSecret: Redacted.Redacted<string>): CodeHasher["Service"] => {
  const key = derive(serverSecret, "verification codes")
  return (code) => createHmac("sha256", key).update(code).digest("base64url")
}
