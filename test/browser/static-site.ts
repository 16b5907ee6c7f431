/** Serves a built application from a folder, under the strictest policy. */
import { createServer } from "node:http"
import { readFile } from "node:fs/promises"
import { extname, join, normalize } from "node:path"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml"
}

interface PolicyOptions {
  /** `true` if pages of the site may frame each other. */
  readonly framed?: boolean
  /** A host whose scripts and frames the pages may load, as those of Turnstile. */
  readonly widgetHost?: string
}

/** Returns the Content Security Policy of `docs/security.md` for a service at the URL. */
export const policy = (service: string, { framed = false, widgetHost }: PolicyOptions = {}) =>
  [
    "default-src 'none'",
    widgetHost === undefined ? "script-src 'self'" : `script-src 'self' ${widgetHost}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${service}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(framed ? ["frame-ancestors 'self'", "frame-src 'self'"] : ["frame-ancestors 'none'"]),
    ...(widgetHost === undefined
      ? ["require-trusted-types-for 'script'", "trusted-types 'none'"]
      : [`frame-src ${widgetHost}`])
  ].join("; ")

export interface StaticSite {
  /** Without a trailing slash. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Paths that are no files return the application's page. */
export const serveFolder = async (
  folder: string,
  service: string,
  options: PolicyOptions = {}
): Promise<StaticSite> => {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://site").pathname)
    const file = join(folder, extname(path) in types ? path : "index.html")
    readFile(file).then(
      (content) => {
        response.writeHead(200, {
          "content-type": types[extname(file)] ?? "application/octet-stream",
          "content-security-policy": policy(service, options)
        })
        response.end(content)
      },
      () => response.writeHead(404).end()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
