// @ts-check
// The user of the benchmarks, as JSON of the wire, and access tokens.

import { wireUser } from "../test/core/wire-user.ts"

/** The response of the client tier. */
export const user = {
  ...wireUser,
  primary_email_verified: true,
  signed_up_at_millis: 1_750_000_000_000,
  client_metadata: { theme: "dark" }
}

/**
 * Returns an access token of the user, with a signature that no server checks.
 *
 * @param {number} seconds the time until it expires
 */
export const accessToken = (seconds) => {
  const part = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: user.id, iat: now - 600, exp: now + seconds }
  return `${part({ alg: "ES256" })}.${part(claims)}.${"A".repeat(86)}`
}

/** The response of the server tier. */
export const serverUser = {
  ...user,
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_750_000_000_000,
  server_metadata: { plan: "pro" }
}
