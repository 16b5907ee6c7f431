/** Which requests of the log are shown. */
import type { Request } from "../control/responses.ts"

export const requestKinds = [
  ["requests", "Requests"],
  ["errors", "Errors"],
  ["faults", "With a fault"],
  ["preflights", "Also OPTIONS"]
] as const

export type RequestKind = (typeof requestKinds)[number][0]

const isOfKind: Readonly<Record<RequestKind, (request: Request) => boolean>> = {
  // Without CORS preflights: browsers send one for almost every request.
  requests: ({ method }) => method !== "OPTIONS",
  errors: ({ status }) => status === 0 || status >= 400,
  faults: ({ fault }) => fault !== null,
  preflights: () => true
}

/** Returns whether a request is of a kind and has a text in its method, path, status, known error, fault or tier. */
export const isShown = (request: Request, kind: RequestKind, text: string): boolean =>
  isOfKind[kind](request) && wordsOf(request).includes(text.trim().toLowerCase())

const wordsOf = ({ code, fault, method, route, status, tier }: Request): string =>
  `${method} ${route} ${status} ${code ?? ""} ${fault ?? ""} ${tier ?? ""}`.toLowerCase()
