/** Reads headers and cookies of the requests of any framework, and sets cookies of their responses. */

/** Headers or cookies with a getter: `Headers`, and the results of Next's `headers()` and `cookies()`. */
export interface ByName {
  /** Returns a value by its name. */
  readonly get: (name: string) => unknown
}

/** Headers by their names, in upper or lower case. */
export type HeaderRecord = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/**
 * A request of any framework: a `Request`, Node's `IncomingMessage` (Express, Fastify, Koa), Next's `NextRequest`, any
 * object with `headers` or `cookies`, a `Headers`, or the awaited result of Next's `headers()` or `cookies()`.
 *
 * If it has both, its headers are read: only the `Cookie` header shows that a cookie is set twice, as by another host
 * of the same domain.
 */
export type RequestLike =
  { readonly headers: ByName | HeaderRecord; readonly cookies?: unknown } | { readonly cookies: ByName } | ByName

/** Attributes of a cookie, by their names in Next, SvelteKit, Astro and the package `cookie`. */
export interface CookieAttributes {
  /** Always `/`. */
  readonly path: "/"
  /** Seconds. */
  readonly maxAge: number
  /** `none` only in frames of other sites. */
  readonly sameSite: "lax" | "none"
  /** Sent over https only. */
  readonly secure: boolean
  /** Scripts of the page cannot read the cookie. */
  readonly httpOnly: boolean
  /** Stored for each embedding site separately (CHIPS). */
  readonly partitioned: boolean
}

type SetCookie = (name: string, value: string, attributes: CookieAttributes) => unknown

/**
 * Sets cookies: a function; an object with `set` (Next's `cookies()`, SvelteKit's `event.cookies`, Astro's cookies);
 * the `Headers` of a response; or Node's `ServerResponse`. For Express pass `res`: the `maxAge` of `res.cookie` is in
 * milliseconds.
 */
export type CookieSink =
  | SetCookie
  | { readonly set: SetCookie }
  | { readonly append: (name: string, value: string) => unknown }
  | { readonly appendHeader: (name: string, value: string) => unknown }

/**
 * A request with the means to set cookies of its response.
 *
 * @example
 * // A server action or route handler of Next. Server components cannot set cookies, so none are changed there.
 * app.getUser({ tokenStore: { headers: await headers(), setCookie: await cookies() } })
 *
 * @example
 * // Any handler of a web `Request`
 * const responseHeaders = new Headers()
 * await app.getUser({ tokenStore: { request, setCookie: responseHeaders } })
 *
 * @example
 * // Node, Express
 * app.getUser({ tokenStore: { request: req, setCookie: res } })
 */
export type WritableRequest = CookieOptions & { readonly setCookie: CookieSink } & (
    { readonly request: RequestLike } | Exclude<RequestLike, ByName>
  )

/**
 * Returns the request of a {@link WritableRequest}: its field `request`, or itself if it has the headers or cookies.
 */
export const requestOf = (writable: WritableRequest): RequestLike =>
  "request" in writable ? writable.request : writable

/** Attributes of the session's cookies. */
export interface CookieOptions {
  /**
   * Hides the cookies from scripts. Only for applications whose pages use no session: the token store `cookie` has to
   * read them in the browser. Default `false`.
   */
  readonly httpOnly?: boolean | undefined
  /** For pages in frames of other sites. Needs https. Default `false`. */
  readonly embedded?: boolean | undefined
}

// Frameworks throw where cookies cannot be read or set, and callers in JavaScript can pass any value.
const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Returns a property of any value. */
const property = (of: unknown, name: string): unknown =>
  (typeof of === "object" && of !== null) || typeof of === "function"
    ? attempt((): unknown => Reflect.get(of, name))
    : undefined

const isByName = (of: unknown): of is ByName => typeof property(of, "get") === "function"

/** Returns a header by its lower-case name. Several values are joined. */
export const headerOf = (request: unknown, name: string): string | undefined => {
  const headers = property(request, "headers") ?? request
  if (isByName(headers)) {
    const value = attempt(() => headers.get(name))
    return typeof value === "string" ? value : undefined
  }
  if (typeof headers !== "object" || headers === null) return undefined
  const values = (attempt(() => Object.keys(headers)) ?? [])
    .filter((key) => key.toLowerCase() === name)
    .flatMap((key) => property(headers, key))
    .filter((value) => typeof value === "string")
  return values.length === 0 ? undefined : values.join(name === "cookie" ? "; " : ", ")
}

/** Returns a cookie of a request without a `Cookie` header. */
const cookieOf = (request: unknown, name: string): string | undefined => {
  const own = property(request, "cookies")
  const cookies = own ?? request
  const found = isByName(cookies) ? attempt(() => cookies.get(name)) : undefined
  // A text is the value of a cookie only if `cookies` returned it. Otherwise it is a header of the same name.
  const value = typeof found === "string" && own !== undefined ? found : property(found, "value")
  return typeof value === "string" ? value : undefined
}

/** True if the request shows that it was sent over https. */
const isSecure = (request: RequestLike): boolean => {
  const forwarded = headerOf(request, "x-forwarded-proto")
  if (forwarded !== undefined) return forwarded.split(",")[0]?.trim() === "https"
  const url = property(request, "url")
  return (
    (typeof url === "string" && url.startsWith("https:")) || property(property(request, "socket"), "encrypted") === true
  )
}

/** A prefetched page does not replace the present one yet. */
const isNavigation = (request: RequestLike): boolean =>
  headerOf(request, "sec-fetch-mode") === "navigate" && headerOf(request, "sec-purpose") === undefined

/** The facts of a request that concern its session. */
export interface ReadRequest {
  /** The header `x-stack-auth`. */
  readonly auth: string | undefined
  /** The header `Cookie`, which shows cookies that are set more than once. */
  readonly cookies: string | undefined
  /** Returns a cookie of a request without that header. */
  readonly cookie: (name: string) => string | undefined
  /** The request was sent over https. */
  readonly secure: boolean
  /** The response replaces the page that sent the request (Fetch Metadata, `Sec-Fetch-Mode`). */
  readonly isNavigation: boolean
  /** Identifies the request: its headers object, which frameworks that wrap requests share. */
  readonly key: object
}

export const readRequest = (request: RequestLike): ReadRequest => {
  const headers = property(request, "headers")
  return {
    auth: headerOf(request, "x-stack-auth"),
    cookies: headerOf(request, "cookie"),
    cookie: (name) => cookieOf(request, name),
    secure: isSecure(request),
    isNavigation: isNavigation(request),
    key: typeof headers === "object" && headers !== null ? headers : request
  }
}

const setCookieHeader = (name: string, value: string, attributes: CookieAttributes): string => {
  const { httpOnly, maxAge, partitioned, path, sameSite, secure } = attributes
  return (
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${maxAge}; SameSite=${sameSite}` +
    (secure ? "; Secure" : "") +
    (httpOnly ? "; HttpOnly" : "") +
    (partitioned ? "; Partitioned" : "")
  )
}

const setOn = (sink: CookieSink, name: string, value: string, attributes: CookieAttributes): unknown => {
  if (typeof sink === "function") return sink(name, value, attributes)
  // The method `set` of `Headers` would drop all cookies but one.
  if ("appendHeader" in sink) return sink.appendHeader("set-cookie", setCookieHeader(name, value, attributes))
  if ("append" in sink) return sink.append("set-cookie", setCookieHeader(name, value, attributes))
  return sink.set(name, value, attributes)
}

/** Sets a cookie, or removes it if the value is `null`. Does nothing where the framework forbids it. */
export const setCookie = (
  { embedded = false, httpOnly = false, setCookie }: WritableRequest,
  { name, seconds, value }: { readonly name: string; readonly seconds: number; readonly value: string | null },
  secure: boolean
): void =>
  void attempt(() =>
    setOn(setCookie, name, value ?? "", {
      path: "/",
      maxAge: value === null ? 0 : seconds,
      sameSite: embedded ? "none" : "lax",
      secure,
      httpOnly,
      partitioned: embedded
    })
  )
