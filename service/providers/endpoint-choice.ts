/** Endpoints that replace those of a provider: the embedded page, or URLs such as those of a test. */
import { Schema } from "effect"
import { isLoopbackHost } from "../../core/http/hosts.ts"

// Loopback URLs may use http, because their traffic stays on this machine (RFC 8252, section 8.3).
const ProviderUrl = Schema.String.check(
  Schema.makeFilter(
    (text) => {
      const url = URL.parse(text)
      return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname)))
    },
    { expected: "an https URL, or an http URL of this machine" }
  )
)

/** The service's own page, which requires no account, client or network. */
export const EMBEDDED = "embedded"

/** Each URL replaces that of the provider. */
export const EndpointChoice = Schema.Union([
  Schema.Literal(EMBEDDED),
  Schema.Struct({
    /** The issuer in its ID tokens. Default: the origin of `authorization`, if that is given. */
    issuer: Schema.optionalKey(ProviderUrl),
    authorization: Schema.optionalKey(ProviderUrl),
    token: Schema.optionalKey(ProviderUrl),
    userinfo: Schema.optionalKey(ProviderUrl),
    emails: Schema.optionalKey(ProviderUrl)
  })
])
export type EndpointChoice = typeof EndpointChoice.Type
