/**
 * The console: the page at the root of the service, its files, and what its frame shows on every page.
 *
 * ```
 * GET  /                          the page
 * GET  /_keystile/console/:file   its script, its style sheet, its icon
 * GET  /_keystile/overview        { leadMillis, faults, mails }
 * ```
 */
import { Duration, Effect } from "effect"
import { ServiceClock } from "../service-clock.ts"
import { CONSOLE_PATH, CONTROL_PREFIX, type ControlRoute, controlRoute, problem } from "../tools/control/route.ts"
import { HttpErrorResponse, textError } from "../endpoint/http-error-response.ts"
import { Faults } from "../faults/faults.ts"
import { Mailbox } from "../mail/mailbox.ts"
import { consoleFolder, readAsset, readPage } from "./assets.ts"

/**
 * Everything comes from the service, also what a mail is shown in. Nothing may frame the page, and a page that opened
 * it keeps no hold of it.
 */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY"
}

const noPage = textError(404, "The console is not part of this program. The control API is at /_keystile.")

/** The page has no prefix, unlike the other routes: a browser opens it first. */
const page: ControlRoute<never> = {
  method: "GET",
  path: CONSOLE_PATH,
  tiers: [],
  status: 200,
  answer: Effect.fnUntraced(function* () {
    const html = readPage(yield* consoleFolder)
    if (html === null) return yield* noPage
    return yield* new HttpErrorResponse({ response: { status: 200, headers: pageHeaders, body: html } })
  })
}

const asset: ControlRoute<never> = {
  method: "GET",
  path: `${CONTROL_PREFIX}/console/:file`,
  tiers: [],
  status: 200,
  answer: Effect.fnUntraced(function* ({ params }) {
    const found = readAsset(yield* consoleFolder, params["file"] ?? "")
    if (found === null) return yield* problem(404, "The console has no such file.")
    const { text, type } = found
    // Its name says what is in it.
    const headers = { "content-type": type, "cache-control": "private, max-age=31536000, immutable" }
    return yield* new HttpErrorResponse({ response: { status: 200, headers, body: text } })
  })
}

export const controls = [
  page,
  asset,
  controlRoute(
    "GET",
    "/overview",
    {},
    Effect.fnUntraced(function* () {
      return {
        leadMillis: Duration.toMillis(yield* (yield* ServiceClock).lead),
        faults: (yield* (yield* Faults).list).length,
        mails: yield* (yield* Mailbox).count
      }
    })
  )
]
