// @ts-check
// Signs access tokens as the service does, so that it has never received them.

import { DatabaseSync } from "node:sqlite"
import { signJwt } from "../../service/crypto/jwt.ts"
import { projectSigningKey } from "../../service/crypto/signing-key.ts"
import { project } from "./filled.mjs"

const ISSUER = "https://access-token.jwt-signature.stack-auth.com"
const LIFETIME_SECONDS = 3600

/** Returns the signing key of the project. @param {string} path of a database that no service has encrypted yet */
export const signingKeyOf = (path) => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const row = database.prepare("SELECT server_secret FROM installation").get()
    return projectSigningKey(String(row?.["server_secret"]), project.id)
  } finally {
    database.close()
  }
}

/**
 * Returns an access token for each of the visitors in turn. Each has a signature of its own.
 *
 * @param {import("../../service/crypto/signing-key.ts").SigningKey} key
 * @param {ReadonlyArray<{ userId: string, sessionId: string }>} visitors
 * @param {number} count
 */
export const signTokens = (key, visitors, count) => {
  const iat = Math.floor(Date.now() / 1000)
  return Array.from({ length: count }, (_, index) => {
    const { sessionId = "", userId = "" } = visitors[index % visitors.length] ?? {}
    return signJwt(
      {
        sub: userId,
        branchId: "main",
        refresh_token_id: sessionId,
        iss: ISSUER,
        iat,
        aud: project.id,
        exp: iat + LIFETIME_SECONDS
      },
      key
    )
  })
}
