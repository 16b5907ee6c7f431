/** Reads the client data of a ceremony (WebAuthn, section 5.8.1). */
import { Option, Schema } from "effect"

const ClientData = Schema.fromJsonString(
  Schema.Struct({
    origin: Schema.String,
    /** True if the ceremony ran in a cross-origin frame. */
    crossOrigin: Schema.optionalKey(Schema.Boolean)
  })
)
export type ClientData = typeof ClientData.Type

const read = Schema.decodeUnknownOption(ClientData)

/** Decodes `clientDataJSON`; `null` if it is invalid. */
export const readClientData = (clientDataJson: string): ClientData | null =>
  Option.getOrNull(read(Buffer.from(clientDataJson, "base64url").toString()))

/** The origins that a project trusts. */
export interface TrustedOrigins {
  readonly allowLocalhost: boolean
  /** The trusted domains in the settings of the project. */
  readonly domains: ReadonlyArray<string>
}

/**
 * Returns the relying party id of an origin, which is its host; `null` if the project does not trust the origin.
 * Trusted are `localhost`, if the project allows it, and origins that equal a trusted domain.
 */
export const relyingPartyOf = (origin: string, { allowLocalhost, domains }: TrustedOrigins): string | null => {
  const url = URL.parse(origin)
  // Browsers serialize origins in one form (HTML, section 7.1.1).
  if (url === null || url.origin !== origin) return null
  const isTrusted = url.hostname === "localhost" ? allowLocalhost : domains.includes(origin)
  return isTrusted ? url.hostname : null
}
