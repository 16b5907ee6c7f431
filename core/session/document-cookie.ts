/**
 * Writes cookies in a page, by js-cookie. `cookies.ts` reads them: js-cookie returns one value of a name that is set
 * twice, and decodes names, so that `%5F%5FHost-` would be read as `__Host-`.
 */
import Cookies from "js-cookie"

export const isSecure = () => globalThis.location?.protocol === "https:"

/** Attributes of a cookie. */
export interface CookieLife {
  /** Lifetime in seconds. Default: until the browser is closed. */
  readonly seconds?: number
  /**
   * For a page in a frame of another site: browsers store no other cookies there, and partition these by the top-level
   * site (https://github.com/privacycg/CHIPS).
   */
  readonly embedded?: boolean
}

/** Sets a cookie for all pages of this host, or removes it if the value is `null`. Throws in sandboxed frames. */
export const writeCookie = (
  name: string,
  value: string | null,
  { embedded = false, seconds }: CookieLife = {}
): void => {
  const attributes = {
    path: "/",
    sameSite: embedded ? "none" : "lax",
    secure: isSecure(),
    partitioned: embedded
  } as const
  if (value === null) return Cookies.remove(name, attributes)
  Cookies.set(name, value, {
    ...attributes,
    ...(seconds !== undefined && { expires: new Date(Date.now() + seconds * 1000) })
  })
}
