/**
 * The pages on which the owners of projects sign in: one application of Keystile's screens, below the public URL.
 *
 * ```
 * GET  /owner                  the owner's projects
 * GET  /owner/handler/:page    sign-in, password reset, second factor, account settings
 * GET  /owner/assets/:file     its scripts, style sheet and icon
 * GET  /owner/mail-frame       the page that shows the preview of a mail
 * ```
 */
import { Effect, Schema } from "effect"
import * as Endpoint from "../../core/http/endpoint.ts"
import { OWNER_HANDLER_PATH, OWNER_PATH, ownerPagesKey } from "../administration/owners-project.ts"
import { RawResponse, textError } from "../response/raw-response.ts"
import { implement } from "../endpoint/implement.ts"
import { mountPathOf } from "../deployment/mount-path.ts"
import { ownUrl } from "../deployment/own-url.ts"
import type { ReceivedRequest } from "../request/received-request.ts"
import { assetResponse, pageHeaders, readPage } from "./built-page.ts"
import { mailFrame } from "./mail-frame.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { INTERNAL_PROJECT_ID } from "../sql/records/project-record.ts"

const text = { tiers: [], prefix: "", responseFormat: "text", success: Schema.String } as const
const query = Schema.Record(Schema.String, Schema.String)

const home = Endpoint.get(OWNER_PATH, { ...text, query })
const screen = Endpoint.get(`${OWNER_HANDLER_PATH}/:page`, { ...text, query, params: { page: Schema.String } })
const asset = Endpoint.get(`${OWNER_PATH}/assets/:file`, { ...text, params: { file: Schema.String } })

const frame = Endpoint.get(`${OWNER_PATH}/mail-frame`, text)

/** The placeholder of the publishable client key in `console/owners.html`. */
const KEY_PLACEHOLDER = "%KEYSTILE_CLIENT_KEY%"

/** The placeholder of the path under which the service is mounted. */
const PATH_PLACEHOLDER = "%KEYSTILE_MOUNT_PATH%"

/** The codes of links are in URLs, so no `Referer` is sent. */
const headers = {
  ...pageHeaders(["img-src 'self' data:", "frame-src 'self'"]),
  "referrer-policy": "no-referrer",
  "cache-control": "no-store"
}

const page = Effect.fnUntraced(function* (received: ReceivedRequest) {
  if ((yield* (yield* ProjectStore).find(INTERNAL_PROJECT_ID)) === null) {
    return yield* textError(404, "There is no owner. Create one: keystile owner create EMAIL")
  }
  const mountPath = mountPathOf(yield* ownUrl(received))
  const html = yield* readPage("owners", `${mountPath}${OWNER_PATH}/assets/`)
  if (html === null) return yield* textError(404, "The pages of owners are not part of this program.")
  const body = html.replace(KEY_PLACEHOLDER, yield* ownerPagesKey).replace(PATH_PLACEHOLDER, mountPath)
  return yield* new RawResponse({ response: { status: 200, headers, body } })
})

export const handlers = [
  implement(home, (_, received) => page(received)),
  implement(screen, (_, received) => page(received)),
  implement(frame, () => new RawResponse({ response: mailFrame })),
  implement(
    asset,
    Effect.fnUntraced(function* ({ params }) {
      const response = yield* assetResponse(params.file)
      if (response === null) return yield* textError(404, "There is no such file.")
      return yield* new RawResponse({ response })
    })
  )
]
