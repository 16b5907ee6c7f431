// @ts-check
// The floors: Node's HTTP server, which sends the same response to every request that it accepts. Receives the message
// { status, headers, body, check }, and sends { port }.
//
// `check` selects what it accepts: all requests, ES256 access tokens by a public key, or refresh tokens by session and
// user in a SQLite file.

import { createPublicKey, hash, verify } from "node:crypto"
import { createServer } from "node:http"
import { DatabaseSync } from "node:sqlite"
import { toDer } from "../../service/crypto/ecdsa-signature.ts"

/** @typedef {{ key: import("node:crypto").JsonWebKey } | { database: string }} Check */
/** @typedef {(request: import("node:http").IncomingMessage) => boolean} Accepts */
/** @typedef {{ status: number, headers: Record<string, string>, body: string, check?: Check }} Floor */

/** @param {import("node:crypto").JsonWebKey} jwk @returns {Accepts} */
const byToken = (jwk) => {
  const key = createPublicKey({ format: "jwk", key: jwk })
  return ({ headers }) => {
    const token = String(headers["x-stack-access-token"])
    const end = token.lastIndexOf(".")
    const signature = Buffer.from(token.slice(end + 1), "base64url")
    const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
    const der = toDer(signature)
    return exp * 1000 > Date.now() && der !== null && verify("sha256", Buffer.from(token.slice(0, end)), key, der)
  }
}

/** @param {string} path @returns {Accepts} */
const bySession = (path) => {
  const statement = new DatabaseSync(path).prepare(`
    SELECT users.id, users.display_name FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.refresh_token_hash = ? AND (sessions.expires_at IS NULL OR sessions.expires_at > ?)`)
  return ({ headers }) =>
    statement.get(hash("sha256", String(headers["x-stack-refresh-token"]), "base64url"), Date.now()) !== undefined
}

/** @param {Check | undefined} check */
const acceptsBy = (check) => {
  if (check === undefined) return () => true
  return "key" in check ? byToken(check.key) : bySession(check.database)
}

process.once("message", (/** @type {Floor} */ { body, check, headers, status }) => {
  const accepts = acceptsBy(check)
  const server = createServer((request, response) => {
    request.resume()
    if (accepts(request)) response.writeHead(status, { ...headers }).end(body)
    else response.writeHead(401, { "content-length": 0 }).end()
  })
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()))
})
process.on("disconnect", () => process.exit())
