/** Checks whether the settings of a project allow production mode. Pure functions. */
import { isIpAddress, isLocalhost } from "../../../core/http/hosts.ts"
import type { AdminProject } from "../../../core/schema/admin-project.ts"
import { parseUrl } from "../../../core/environment/parse-url.ts"

/** A problem to solve before production mode. */
export interface ProductionModeError {
  /** The change that is needed. */
  readonly message: string
  /** The path of the setting, from the root of the dashboard. */
  readonly relativeFixUrl: string
}

interface Settings {
  readonly id: string
  readonly config: {
    readonly allowLocalhost: boolean
    readonly domains: ReadonlyArray<Pick<AdminProject["config"]["domains"][number], "domain">>
  }
}

/** Returns the first problem of a trusted domain, or `null`. */
const problemOf = (domain: string): string | null => {
  const url = parseUrl(domain)
  if (url === null) return `The trusted domain ${domain} is not a valid URL.`
  if (isLocalhost(url.hostname.replace(/\.$/, "")))
    return `The trusted domain ${domain} is localhost, which is every visitor's own machine.`
  if (isIpAddress(url.hostname)) return `The trusted domain ${domain} is a raw IP address. Use a domain name.`
  return url.protocol === "https:" ? null : `The trusted domain ${domain} is not HTTPS.`
}

/** All that has to change before production: none, and the project is ready. At most one for each trusted domain. */
export const productionModeErrors = ({ config, id }: Settings): ReadonlyArray<ProductionModeError> => {
  const problems = [
    config.allowLocalhost ? "Callback URLs on localhost are allowed: switch that off." : null,
    ...config.domains.map(({ domain }) => problemOf(domain))
  ]
  const relativeFixUrl = `/projects/${encodeURIComponent(id)}/domains`
  return problems.filter((message) => message !== null).map((message) => ({ message, relativeFixUrl }))
}
