/** The page that shows the API document to people: Redoc, served from this machine and asking no other. */
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { View } from "./document.ts"

export const SCRIPT_PATH = "/openapi/redoc.standalone.js"

const SCRIPT = "redoc.standalone.js"

/**
 * Where the script is: beside this module when that is part of the command, beside the command when it is one of the
 * package's modules, or with its package in a checkout.
 */
const places = [
  join(import.meta.dirname, SCRIPT),
  join(import.meta.dirname, "../../cli", SCRIPT),
  join(import.meta.dirname, "../cli", SCRIPT),
  join(import.meta.dirname, "../../node_modules/redoc/bundles", SCRIPT)
]

/** The script, or `null` where the service was bundled without it. It is big and seldom asked for, so it is not kept. */
export const viewerScript: Effect.Effect<string | null> = Effect.sync(() => {
  const place = places.find((path) => existsSync(path))
  return place === undefined ? null : readFileSync(place, "utf8")
})

/**
 * Scripts come from here only. Redoc writes its styles into the page, and searches in a worker that it makes itself; its
 * own logo, which it would fetch from its makers, stays out.
 */
export const pageHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const views: ReadonlyArray<readonly [View, string]> = [
  ["all", "All tiers"],
  ["client", "Client"],
  ["server", "Server"],
  ["admin", "Admin"]
]

/** The page for a view. */
export const viewerPage = (view: View): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Keystile API</title>
<link rel="icon" href="data:,">
<style>
body { margin: 0; font-family: system-ui, sans-serif }
nav { display: flex; gap: 1rem; align-items: baseline; padding: .75rem 1.25rem; border-bottom: 1px solid #ddd }
nav a { color: #333 }
nav a[aria-current] { font-weight: 600; text-decoration: none }
</style>
</head>
<body>
<nav aria-label="Tiers">
${
    views.map(([name, label]) =>
      `<a href="/openapi?tier=${name}"${name === view ? ` aria-current="page"` : ""}>${label}</a>`
    ).join("\n")
  }
<a href="/openapi.json?tier=${view}">JSON</a>
</nav>
<main>
<redoc spec-url="/openapi.json?tier=${view}" hide-download-button native-scrollbars></redoc>
<noscript>This page needs JavaScript. The document itself is <a href="/openapi.json?tier=${view}">JSON</a>.</noscript>
</main>
<script src="${SCRIPT_PATH}"></script>
</body>
</html>
`
