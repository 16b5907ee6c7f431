// @ts-check
// The user of the benchmarks, as JSON of the wire.

import { wireUser } from "../test/core/wire-user.ts"

/** The response of the client tier. */
export const user = {
  ...wireUser,
  primary_email_verified: true,
  signed_up_at_millis: 1_750_000_000_000,
  client_metadata: { theme: "dark" }
}

/** The response of the server tier. */
export const serverUser = {
  ...user,
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_750_000_000_000,
  server_metadata: { plan: "pro" }
}
