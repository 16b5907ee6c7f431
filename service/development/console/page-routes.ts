/**
 * The console: the page at the root of the service, its files, and what its frame shows on every page.
 *
 * ```
 * GET  /                          the page
 * GET  /_keystile/console/:file   its script, its style sheet, its icon
 * GET  /_keystile/mail-frame      the page that shows the preview of a mail
 * GET  /_keystile/overview        { leadMillis, faults, mails }
 * ```
 */
import { Duration, Effect } from "effect"
import { ServiceClock } from "../service-clock.ts"
import { CONSOLE_PATH, CONTROL_PREFIX, type ControlRoute, controlRoute, problem } from "../control/route.ts"
import { RawResponse, textError } from "../../response/raw-response.ts"
import { Faults } from "../faults/faults.ts"
import { Mailbox } from "../mailbox/mailbox.ts"
import { mailFrame } from "../../pages/mail-frame.ts"
import { assetResponse, pageHeaders, readPage } from "../../pages/built-page.ts"

/** Mails are shown in frames of the service. */
const headersOfPage = pageHeaders(["img-src 'self'", "frame-src 'self'"])

const noPage = textError(404, "The console is not part of this program. The control API is at /_keystile.")

/** The page has no prefix, unlike the other routes: a browser opens it first. */
const page: ControlRoute<never> = {
  method: "GET",
  path: CONSOLE_PATH,
  tiers: [],
  status: 200,
  handle: Effect.fnUntraced(function* () {
    const body = yield* readPage("console", `${CONTROL_PREFIX}/console/`)
    if (body === null) return yield* noPage
    return yield* new RawResponse({ response: { status: 200, headers: headersOfPage, body } })
  })
}

const asset: ControlRoute<never> = {
  method: "GET",
  path: `${CONTROL_PREFIX}/console/:file`,
  tiers: [],
  status: 200,
  handle: Effect.fnUntraced(function* ({ params }) {
    const response = yield* assetResponse(params["file"] ?? "")
    if (response === null) return yield* problem(404, "The console has no such file.")
    return yield* new RawResponse({ response })
  })
}

export const controls = [
  page,
  asset,
  controlRoute("GET", "/mail-frame", {}, () => new RawResponse({ response: mailFrame })),
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
