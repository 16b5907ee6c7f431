/** Tests that the pages about leaked databases have every encrypted column. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import type { encryptedColumns } from "../../service/crypto/secrets/encrypted-columns.ts"

const readPage = (name: string) => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8")
const [, leaked = ""] = readPage("incidents.md").replaceAll(/\s+/g, " ").split(" ## The database leaked ")
const steps = leaked.slice(0, leaked.indexOf(" ## "))
const security = readPage("security.md")

/** How the steps after a leak, and the table of the secrets in the database, name each encrypted column. */
const names: Record<keyof typeof encryptedColumns, readonly [step: string, row: string]> = {
  clientSecret: ["New client secrets of OAuth providers", "OAuth client secrets"],
  clientState: ["OAuth flows", "application's `state` of an OAuth flow"],
  initialApiKey: ["initial API keys", "initial API keys of a project in development"],
  linkedAccount: ["the account of a user", "account and tokens of a linking flow"],
  mailContent: ["Mails that waited to be sent", "mails that wait to be sent"],
  previousWebhookSecret: ["webhook secret", "webhook secrets"],
  providerNonce: ["the nonce", "nonce"],
  providerToken: ["tokens of providers", "access and refresh tokens of providers"],
  providerVerifier: ["PKCE verifier", "PKCE verifier"],
  signingKey: ["signing keys of all projects", "keys that sign access tokens"],
  smtpPassword: ["New passwords of mail servers", "passwords of mail servers"],
  turnstileSecret: ["secret key of Turnstile", "secret keys of Turnstile"],
  totpSecret: ["TOTP secrets", "TOTP secrets"],
  webhookSecret: ["a new webhook secret", "webhook secrets"]
}

it.each(Object.entries(names))("says what to do about the encrypted column %s", (_, [step, row]) => {
  expect(steps).toContain(step)
  expect(security).toMatch(new RegExp(`^\\| [^|]*${row}[^|]*\\|[^|]*\\|[^|]*encrypted`, "m"))
})
