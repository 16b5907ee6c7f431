/** Streams a page with a content security policy, and puts its nonce on the page's own scripts. */
import { PassThrough } from "node:stream"
import { createReadableStreamFromReadable } from "@react-router/node"
import { isbot } from "isbot"
import { renderToPipeableStream } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router"
import { settings } from "./keystile.server"
import { nonceContext } from "./nonce.server"

const policyWith = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // The development server puts styles into the page.
    `style-src 'self'${import.meta.env.DEV ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data: https:",
    `connect-src 'self' ${settings.baseUrl ?? "https://api.stack-auth.com"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider
) {
  const nonce = context.get(nonceContext)
  headers.set("content-type", "text/html; charset=utf-8")
  headers.set("content-security-policy", policyWith(nonce))
  headers.set("referrer-policy", "no-referrer")
  headers.set("cache-control", "private, no-store")
  return new Promise<Response>((resolve, reject) => {
    const respond = () => {
      const body = new PassThrough()
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
      pipe(body)
    }
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
      nonce,
      // Bots run no scripts, so they get the whole page at once.
      [isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady"]: respond,
      onShellError: reject
    })
  })
}
