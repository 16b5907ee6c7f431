/** Checks the URL of a logo before it is sent. */
import * as Schema from "effect/Schema"
import { LOGO_URL_MAX_LENGTH, LogoUrl } from "../../core/schema/fields/url.ts"

const isLogoUrl: (text: string) => boolean = Schema.is(LogoUrl)

/** Returns why a URL cannot be the one of a logo, or `null`. */
export const logoProblem = (url: string): string | null => {
  if (url === "" || isLogoUrl(url)) return null
  if (url.length > LOGO_URL_MAX_LENGTH) return `The URL is too long: at most ${LOGO_URL_MAX_LENGTH} characters.`
  return "The URL of a logo begins with https:// and has no user name, password or spaces."
}
