/** Endpoints that replace those of a provider: the embedded page, or URLs such as those of a test. */
import { Schema } from "effect"

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Loopback URLs may use http, because their traffic stays on this machine (RFC 8252, section 8.3). */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

const ProviderUrl = Schema.String.check(
  Schema.makeFilter(
    (text) => {
      const url = URL.parse(text)
      return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)))
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
