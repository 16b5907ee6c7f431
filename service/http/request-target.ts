/** Parses request targets (RFC 9112, section 3.2.1). */

/** The path and query of a request target. */
export type RequestTarget = Pick<URL, "pathname" | "search">

/** Paths that need no URL parser. */
const PLAIN = /^\/[\w/-]*$/

const nowhere: RequestTarget = { pathname: "/", search: "" }

/** Does not check the host. A target that is not a path matches no route. */
export const parseTarget = (target: string): RequestTarget =>
  PLAIN.test(target)
    ? { pathname: target, search: "" }
    : (URL.parse(`http://service${target.startsWith("/") ? target : "/"}`) ?? nowhere)
