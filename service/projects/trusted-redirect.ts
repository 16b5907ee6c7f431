/**
 * Where a project lets people be sent: callback URLs of mails, redirect URLs of OAuth (wire, section 9).
 *
 * A URL is trusted if it leads to this machine and the project allows that, or if it lies under one of the project's
 * domains: the same protocol and host name, and a path that begins with the domain's own. What two programs could read in
 * two ways (user names, backslashes, white space) is trusted nowhere.
 */
import { Effect } from "effect"
import { RedirectUrlNotWhitelisted } from "../../core/errors/project.ts"
import type { ProjectRecord } from "../records/project.ts"
import { ProjectStore } from "./project-store.ts"

export interface Trust {
  /** Whether URLs may lead to this machine, under any protocol and port. */
  readonly allowLocalhost: boolean
  /** Each as it is stored: `https://example.com`, perhaps with a port and a path. */
  readonly domains: ReadonlyArray<string>
}

/** Whether people may be sent there. */
export const isTrustedRedirect = (text: string, { allowLocalhost, domains }: Trust): boolean => {
  const url = unambiguous(text)
  if (url === null) return false
  return (allowLocalhost && isThisMachine(url.hostname)) || domains.some((domain) => isUnder(url, domain))
}

/** Fails unless the project trusts the URL. */
export const requireTrustedRedirect = Effect.fnUntraced(function*(project: ProjectRecord, url: string) {
  const domains = yield* (yield* ProjectStore).domains(project.id)
  const trust = { allowLocalhost: project.allowLocalhost, domains: domains.map(({ domain }) => domain) }
  if (!isTrustedRedirect(url, trust)) return yield* new RedirectUrlNotWhitelisted()
})

const selfContained = new Set(["about:", "blob:", "data:", "file:", "filesystem:", "javascript:", "vbscript:", "view-source:"])

/** Whether a URL leads nowhere: it is run or shown itself, whatever host it seems to name. */
export const isSelfContained = ({ protocol }: URL): boolean => selfContained.has(protocol)

/** The URL, if every program reads it alike. */
const unambiguous = (text: string): URL | null => {
  // Browsers drop tabs and line ends, take a backslash for a slash, and add slashes that are missing.
  if (hasStrangeCharacter(text) || !/^[a-z][a-z\d+.-]*:\/\/[^/]/i.test(text)) return null
  const url = URL.parse(text)
  if (url === null || isSelfContained(url)) return null
  return url.username === "" && url.password === "" ? url : null
}

const hasStrangeCharacter = (text: string): boolean =>
  [...text].some((character) => character === "\\" || character <= " " || character === "\u007f")

const isThisMachine = (hostname: string): boolean =>
  /^(?:[a-z\d-]+\.)*localhost$/.test(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname)

// Ports are not compared, and the path need only begin alike: that is the wire's rule, and what projects rely on.
const isUnder = (url: URL, domain: string): boolean => {
  const own = URL.parse(domain)
  if (own === null || own.protocol !== url.protocol || own.hostname !== url.hostname) return false
  // A server may decode an encoded slash and then climb out of the path.
  return own.pathname === "/" || (url.pathname.startsWith(own.pathname) && !/%2f|%5c/i.test(url.pathname))
}
