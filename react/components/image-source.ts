/** URLs of images that may be shown. */
import { parseUrl } from "../../core/environment/parse-url.ts"

/** Returns the URL if it is `https:` or image data; else `null`. */
export const imageSource = (url: string | null | undefined): string | null => {
  if (url == null) return null
  if (/^data:image\/[a-z+.-]+[;,]/i.test(url)) return url
  return parseUrl(url)?.protocol === "https:" ? url : null
}
