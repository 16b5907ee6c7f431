/**
 * What a request of any framework says about its session, and how the answer sets cookies.
 *
 * Imports nothing: it is loaded by the first request that is read, so that pages, which read none, do not hold it.
 */

/**
 * What a request of any framework says about its session, and how the answer sets cookies.
 *
 * Imports nothing: it is loaded by the first request that is read, so that pages, which read none, do not hold it.
 */

/** Headers or cookies that are asked by name, as `Headers` and Next's `headers()` and `cookies()` are. */
export interface ByName {
  readonly get: (name: string) => unknown
}

/** Headers by their names, in any case, as Node gives them. */
export type HeaderRecord = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/**
 * A request as any framework has it: a `Request`, Node's `IncomingMessage` and what is made from it (Express, Fastify,
 * Koa), Next's `NextRequest`, anything with `headers` or `cookies`, a `Headers`, or what Next's `headers()` or
 * `cookies()` give: await those first.
 *
 * One that has headers and cookies is read by its headers: only the `Cookie` header shows that a cookie was set twice,
 * which is how a neighbouring host plants one.
 */
export type RequestLike =
  { readonly headers: ByName | HeaderRecord; readonly cookies?: unknown } | { readonly cookies: ByName } | ByName

/** Attributes of a cookie, under the names that Next, SvelteKit, Astro and Express' `cookie` have for them. */
export interface CookieAttributes {
  readonly path: "/"
  /** Seconds. */
  readonly maxAge: number
  readonly sameSite: "lax" | "none"
  readonly secure: boolean
  readonly httpOnly: boolean
  readonly partitioned: boolean
}

type SetCookie = (name: string, value: string, attributes: CookieAttributes) => unknown

/**
 * How cookies are set: a function; what has `set`, as Next's `cookies()`, SvelteKit's `event.cookies` and Astro's; the
 * `Headers` of an answer; or Node's `ServerResponse`. (Express' own `res.cookie` counts `maxAge` in milliseconds: give
 * it `res`.)
 */
export type CookieSink =
  | SetCookie
  | { readonly set: SetCookie }
  | { readonly append: (name: string, value: string) => unknown }
  | { readonly appendHeader: (name: string, value: string) => unknown }

/**
 * A request whose answer can set cookies.
 *
 * @example
 * // A server action or route handler of Next. A server component cannot set cookies: there they stay as they are.
 * app.getUser({ tokenStore: { headers: await headers(), setCookie: await cookies() } })
 *
 * @example
 * // Any handler of a web `Request`
 * const answer = new Headers()
 * await app.getUser({ tokenStore: { request, setCookie: answer } })
 *
 * @example
 * // Node, Express
 * app.getUser({ tokenStore: { request: req, setCookie: res } })
 */
export type WritableRequest = CookieOptions & { readonly setCookie: CookieSink } & (
    { readonly request: RequestLike } | Exclude<RequestLike, ByName>
  )

/** The request of a {@link WritableRequest}: its member `request`, or itself where it has the headers or cookies. */
export const requestOf = (writable: WritableRequest): RequestLike =>
  "request" in writable ? writable.request : writable

/** Attributes of the session's cookies. */
export interface CookieOptions {
  /**
   * Hides the cookies from scripts. Only for an application whose pages never hold a session themselves: the token
   * store `cookie` in a browser has to read them. Default `false`.
   */
  readonly httpOnly?: boolean | undefined
  /** For pages that are shown in frames of other sites. Needs https. Default `false`. */
  readonly embedded?: boolean | undefined
}

// Frameworks throw where cookies may not be read or set, and anything can come in from JavaScript.
const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** A property of what may be anything. */
const property = (of: unknown, name: string): unknown =>
  (typeof of === "object" && of !== null) || typeof of === "function"
    ? attempt((): unknown => Reflect.get(of, name))
    : undefined

const isByName = (of: unknown): of is ByName => typeof property(of, "get") === "function"

/** A header by its lower-case name; what comes more than once as one text. */
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

/** A cookie of a request that does not show its header. */
const cookieOf = (request: unknown, name: string): string | undefined => {
  const own = property(request, "cookies")
  const cookies = own ?? request
  const found = isByName(cookies) ? attempt(() => cookies.get(name)) : undefined
  // A text is a cookie's value where cookies are asked, and else a header that happens to have its name.
  const value = typeof found === "string" && own !== undefined ? found : property(found, "value")
  return typeof value === "string" ? value : undefined
}

/** Whether the answer goes out by https, as far as the request tells. */
const isSecure = (request: RequestLike): boolean => {
  const forwarded = headerOf(request, "x-forwarded-proto")
  if (forwarded !== undefined) return forwarded.split(",")[0]?.trim() === "https"
  const url = property(request, "url")
  return (
    (typeof url === "string" && url.startsWith("https:")) || property(property(request, "socket"), "encrypted") === true
  )
}

/** What a request says about its session. */
export interface ReadRequest {
  /** The header `x-stack-auth`. */
  readonly auth: string | undefined
  /** The header `Cookie`, which shows what is set more than once. */
  readonly cookies: string | undefined
  /** A cookie where there is no such header. */
  readonly cookie: (name: string) => string | undefined
  readonly secure: boolean
  /** Stands for the request: its headers, which frameworks wrap more often than they copy. */
  readonly key: object
}

export const readRequest = (request: RequestLike): ReadRequest => {
  const headers = property(request, "headers")
  return {
    auth: headerOf(request, "x-stack-auth"),
    cookies: headerOf(request, "cookie"),
    cookie: (name) => cookieOf(request, name),
    secure: isSecure(request),
    key: typeof headers === "object" && headers !== null ? headers : request
  }
}

const setCookieLine = (name: string, value: string, attributes: CookieAttributes): string => {
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
  // `Headers` has `set`, too, which would keep one cookie only.
  if ("appendHeader" in sink) return sink.appendHeader("set-cookie", setCookieLine(name, value, attributes))
  if ("append" in sink) return sink.append("set-cookie", setCookieLine(name, value, attributes))
  return sink.set(name, value, attributes)
}

/** Sets a cookie, or removes it when the value is `null`. Where the framework forbids that nothing happens. */
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
