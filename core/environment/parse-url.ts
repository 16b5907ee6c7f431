/** Parses URLs. */

/** Same as `URL.parse`, which Safari before 18 and Chrome and Firefox before 126 do not have. */
export const parseUrl = (url: string | URL, base?: string | URL): URL | null => {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
