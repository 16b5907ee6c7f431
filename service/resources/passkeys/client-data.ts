/** Reads the client data of a ceremony (WebAuthn, section 5.8.1). */
import { Option, Schema } from "effect"

const ClientData = Schema.fromJsonString(
  Schema.Struct({
    origin: Schema.String,
    /** True if the ceremony ran in a cross-origin frame. */
    crossOrigin: Schema.optionalKey(Schema.Boolean)
  })
)
type ClientData = typeof ClientData.Type

const read = Schema.decodeUnknownOption(ClientData)

/** Decodes `clientDataJSON`; `null` if it is invalid. */
export const readClientData = (clientDataJson: string): ClientData | null =>
  Option.getOrNull(read(Buffer.from(clientDataJson, "base64url").toString()))

/** The origins that a project trusts. */
interface TrustedOrigins {
  readonly allowLocalhost: boolean
  /** The trusted domains in the settings of the project. */
  readonly domains: ReadonlyArray<string>
  /** The native applications in the settings of the project. */
  readonly nativeApps: ReadonlyArray<string>
}

/** A native application, not a page: its origin is no URL with a host. */
export const isNativeApp = (origin: string): boolean => origin.startsWith("android:")

/**
 * Returns the relying party ids that an origin may use; none if the project does not trust the origin.
 *
 * - Trusted pages are those on `localhost`, if the project allows it, and on origins that equal a trusted domain. The
 *   relying party is their host.
 * - A trusted native application has no host. Android lets it use the domains that name it in `assetlinks.json`, of
 *   which the service accepts the trusted domains.
 */
export const relyingPartiesOf = (
  origin: string,
  { allowLocalhost, domains, nativeApps }: TrustedOrigins
): ReadonlyArray<string> => {
  if (isNativeApp(origin)) return nativeApps.includes(origin) ? domains.flatMap(secureHost) : []
  const url = URL.parse(origin)
  // Browsers serialize origins in one form (HTML, section 7.1.1).
  if (url === null || url.origin !== origin) return []
  const isTrusted = url.hostname === "localhost" ? allowLocalhost : domains.includes(origin)
  return isTrusted ? [url.hostname] : []
}

/** The host of a domain with `https:`, which alone can serve `assetlinks.json`. */
const secureHost = (domain: string): ReadonlyArray<string> => {
  const url = URL.parse(domain)
  return url?.protocol === "https:" ? [url.hostname] : []
}
