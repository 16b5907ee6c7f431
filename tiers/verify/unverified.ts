/** Reads access tokens without verifying them. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { readAudience } from "../../core/session/token-kinds.ts"
import { tokenFrom } from "../../core/session/tokens.ts"

/**
 * The claims of a token, unverified: anyone can forge one. Use them to show something in a page, never for
 * authorization. Absent claims are `null`.
 */
export interface UnverifiedClaims {
  /** Always `false`: the signature was not checked. */
  readonly verified: false
  /** The claim `sub`. */
  readonly userId: string | null
  /** The project in the claim `aud`, without the suffix of tokens of restricted and anonymous users. */
  readonly projectId: string | null
  /** The claim `iat`. */
  readonly issuedAt: Date | null
  /** The claim `exp`. */
  readonly expiresAt: Date | null
}

const decodePayload = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Unknown))

const text = (value: unknown) => (typeof value === "string" ? value : null)
const date = (seconds: unknown) =>
  typeof seconds === "number" && Math.abs(seconds) <= 8.64e12 ? new Date(seconds * 1000) : null

/** Decodes an access token without verifying it. Returns `null` for any other text. */
export const decodeUnverified = (token: string | Redacted.Redacted<string>): UnverifiedClaims | null => {
  const given = tokenFrom(Redacted.isRedacted(token) ? Redacted.value(token) : token)
  if (given === null) return null
  try {
    const base64 = (Redacted.value(given).split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const payload = decodePayload(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)))
    if (Option.isNone(payload)) return null
    const { aud, exp, iat, sub } = payload.value
    return {
      verified: false,
      userId: text(sub),
      projectId: typeof aud === "string" ? readAudience(aud).projectId : null,
      issuedAt: date(iat),
      expiresAt: date(exp)
    }
  } catch {
    return null
  }
}
