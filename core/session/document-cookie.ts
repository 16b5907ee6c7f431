/** Writing a cookie in a page; `cookies.ts` reads them. (js-cookie would do, and weighs 0.5 kB more in a browser.) */

export const isSecure = () => globalThis.location?.protocol === "https:"

/** How a cookie of a page is set. */
export interface CookieLife {
  /** How long it is kept; left out: until the browser is closed. */
  readonly seconds?: number
  /**
   * For a page in a frame of another site. There browsers take no other cookies, and keep these apart for each site
   * around it (https://github.com/privacycg/CHIPS).
   */
  readonly embedded?: boolean
}

/** Sets a cookie for all pages of this host, or removes it when the value is `null`. Throws where there can be none. */
export const writeCookie = (
  name: string,
  value: string | null,
  { embedded = false, seconds }: CookieLife = {}
): void => {
  // A pair of tokens keeps its brackets, which cookies may hold (RFC 6265, section 4.1.1): it stays short.
  const text = encodeURIComponent(value ?? "").replaceAll(/%5[BD]/g, decodeURIComponent)
  const life = value === null ? -1 : seconds
  document.cookie = `${encodeURIComponent(name)}=${text}; path=/; sameSite=${embedded ? "none" : "lax"}` +
    (life === undefined ? "" : `; expires=${new Date(Date.now() + life * 1000).toUTCString()}`) +
    (isSecure() ? "; secure" : "") + (embedded ? "; partitioned" : "")
}
