/** The headers of a webhook by the scheme of Svix (the same that `tiers/webhooks/signature.ts` checks). */
import { Redacted } from "effect"
import { secretBytes } from "./target.ts"
import { createHmac } from "node:crypto"

interface UnsignedMessage {
  readonly id: string
  /** When it is sent, in epoch milliseconds. */
  readonly at: number
  readonly payload: string
  /** More than one while a secret is replaced. Receivers accept a payload with one signature that they can verify. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
}

export const signedHeaders = ({ at, id, payload, secrets }: UnsignedMessage): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) =>
    createHmac("sha256", secretBytes(Redacted.value(secret)))
      .update(`${id}.${timestamp}.${payload}`)
      .digest("base64")
  )
  return {
    "content-type": "application/json",
    "user-agent": "Keystile-Webhooks",
    "svix-id": id,
    "svix-timestamp": timestamp,
    "svix-signature": signatures.map((signature) => `v1,${signature}`).join(" ")
  }
}
