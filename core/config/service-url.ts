/** Reads the project and the URL of the service from options and environment, without checks of Effect's. */
import { baseUrlVariables, currentPlatform, type Environment, variables } from "../environment/variables.ts"
import { type ConfigOptions, DEFAULT_BASE_URL } from "./options.ts"
import { parseUrl } from "../environment/parse-url.ts"

/** The default of the option `maxResponseBytes`. */
export const MAX_RESPONSE_BYTES = 8_000_000

/** Returns `true` if a text can be sent in a header: printable ASCII without blanks. */
export const isHeaderText = (text: string): boolean => /^[\x21-\x7e]{1,512}$/.test(text)

/** Returns the project's id as it was given, unchecked. */
export const givenProjectId = (
  { projectId }: Pick<ConfigOptions, "projectId">,
  environment: Environment
): string | undefined => projectId ?? environment[variables.projectId]

/** Returns the URL of the service without a trailing slash; `null` if the given one cannot be used. */
export const serviceUrl = ({ baseUrl }: Pick<ConfigOptions, "baseUrl">, environment: Environment): string | null => {
  const platform = currentPlatform()
  const given =
    (typeof baseUrl === "object" ? baseUrl[platform] : baseUrl) ??
    baseUrlVariables(platform)
      .map((name) => environment[name])
      .find((value) => value) ??
    DEFAULT_BASE_URL
  const url = parseUrl(given)
  return url !== null &&
    /^https?:$/.test(url.protocol) &&
    !(url.username || url.password || url.search || url.hash) &&
    !url.pathname.startsWith("/api/v1")
    ? // `href` would keep a trailing `?` or `#`.
      `${url.origin}${url.pathname}`.replace(/\/$/, "")
    : null
}
