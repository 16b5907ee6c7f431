/** The headers of a webhook by the scheme of Svix (the same that `tiers/webhooks/signature.ts` checks). */
import { Redacted } from "effect"
import { secretBytes } from "./target.ts"
import { createHmac } from "node:crypto"

export interface Unsigned {
  readonly id: string
  /** When it is sent, in epoch milliseconds. */
  readonly at: number
  readonly payload: string
  readonly secret: Redacted.Redacted<string>
}

export const signedHeaders = ({ at, id, payload, secret }: Unsigned): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac("sha256", secretBytes(Redacted.value(secret))).update(`${id}.${timestamp}.${payload}`)
  return {
    "content-type": "application/json",
    "user-agent": "Keystile-Webhooks",
    "svix-id": id,
    "svix-timestamp": timestamp,
    "svix-signature": `v1,${signature.digest("base64")}`
  }
}
