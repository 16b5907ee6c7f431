/**
 * Decides which URLs a project trusts: callback URLs of mails and redirect URLs of OAuth.
 *
 * - Only `http:` and `https:` URLs are trusted.
 * - A URL is trusted under a domain of the project if its origin (protocol, host name and port) is the domain's, and
 *   its path is the domain's path or below it, compared by whole segments.
 * - A loopback URL is trusted on any port if the project allows localhost (RFC 8252, section 7.3).
 * - A URL that two parsers could read differently (user names, backslashes, white space) is never trusted. Under a
 *   domain with a path, neither are encoded slashes, dot segments in any encoding, and path parameters.
 */
import { Effect } from "effect"
import { RedirectUrlNotWhitelisted } from "../../../core/errors/redirect-url.ts"
import { isTrustedLocalhost } from "../../../core/http/hosts.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { ProjectStore } from "./project-store.ts"

export interface Trust {
  /** True if loopback URLs are trusted, on any port. */
  readonly allowLocalhost: boolean
  /** The trusted domains, e.g. `https://example.com`, with an optional port and path. */
  readonly domains: ReadonlyArray<string>
}

/** Returns whether the project trusts the URL. */
export const isTrustedRedirect = (text: string, { allowLocalhost, domains }: Trust): boolean => {
  const url = parseUnambiguousUrl(text)
  if (url === null) return false
  return (allowLocalhost && isTrustedLocalhost(url.hostname)) || domains.some((domain) => isUnder(url, domain))
}

/** Returns whether a trusted domain has the host name, on any port and path. */
export const isTrustedHost = (hostname: string, { allowLocalhost, domains }: Trust): boolean =>
  (allowLocalhost && isTrustedLocalhost(hostname)) || domains.some((domain) => URL.parse(domain)?.hostname === hostname)

/** Returns the URLs that a project trusts. */
export const trustOf = Effect.fnUntraced(function* (project: ProjectRecord) {
  const domains = yield* (yield* ProjectStore).domains(project.id)
  return { allowLocalhost: project.allowLocalhost, domains: domains.map(({ domain }) => domain) }
})

/** Fails with `RedirectUrlNotWhitelisted` unless the project trusts the URL. */
export const requireTrustedRedirect = Effect.fnUntraced(function* (project: ProjectRecord, url: string) {
  if (!isTrustedRedirect(url, yield* trustOf(project))) return yield* new RedirectUrlNotWhitelisted()
})

/** Parses an http(s) URL that every parser reads alike. */
const parseUnambiguousUrl = (text: string): URL | null => {
  // Browsers drop tabs and line ends, read a backslash as a slash, and add missing slashes.
  if (hasAmbiguousCharacter(text) || !/^https?:\/\/[^/]/i.test(text)) return null
  const url = URL.parse(text)
  return url === null || url.username !== "" || url.password !== "" ? null : url
}

const hasAmbiguousCharacter = (text: string): boolean =>
  [...text].some((character) => character === "\\" || character <= " " || character === "\u007f")

const isUnder = (url: URL, domain: string): boolean => {
  const own = URL.parse(domain)
  // The origin of a URL leaves out the default port of its protocol.
  if (own === null || own.origin !== url.origin) return false
  const path = own.pathname.replace(/\/$/, "")
  if (path === "") return true
  return (url.pathname === path || url.pathname.startsWith(`${path}/`)) && isPlainPath(url.pathname)
}

/**
 * Returns whether every server reads the same segments in a path. Servers may decode a path more than once, drop the
 * parameters of a segment (`..;x`, RFC 3986, section 3.3), or treat a backslash as a slash, and resolve `..`
 * afterwards.
 */
const isPlainPath = (path: string): boolean => {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // Invalid UTF-8, such as an overlong encoding of a dot.
    return false
  }
  const segments = decoded.split("/")
  return (
    segments.length === path.split("/").length &&
    !segments.some((segment) => segment === "." || segment === ".." || /[;\\]|%[\da-f]{2}/i.test(segment))
  )
}
