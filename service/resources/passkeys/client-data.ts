/** Reads the client data of a ceremony (WebAuthn, section 5.8.1). */
import { Option, Schema } from "effect"

const ClientData = Schema.fromJsonString(
  Schema.Struct({
    origin: Schema.String,
    /** Whether the ceremony ran in a cross-origin frame. */
    crossOrigin: Schema.optionalKey(Schema.Boolean)
  })
)
export type ClientData = typeof ClientData.Type

const read = Schema.decodeUnknownOption(ClientData)

/** Reads `clientDataJSON`, or gives `null`. */
export const readClientData = (clientDataJson: string): ClientData | null =>
  Option.getOrNull(read(Buffer.from(clientDataJson, "base64url").toString()))

/** The origins that a project trusts. */
export interface TrustedOrigins {
  readonly allowLocalhost: boolean
  /** As they stand in the project's settings. */
  readonly domains: ReadonlyArray<string>
}

/**
 * The relying party of an origin, that is, its host; `null` when the project does not trust it. Trusted are this machine
 * under the name `localhost`, if the project allows it, and an origin that is the exact text of a trusted domain.
 */
export const relyingPartyOf = (origin: string, { allowLocalhost, domains }: TrustedOrigins): string | null => {
  const url = URL.parse(origin)
  // A browser writes origins in one way only (HTML, section 7.1.1).
  if (url === null || url.origin !== origin) return null
  const isTrusted = url.hostname === "localhost" ? allowLocalhost : domains.includes(origin)
  return isTrusted ? url.hostname : null
}
