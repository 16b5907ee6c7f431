/**
 * The first view of the sign-in pages, before the engine is loaded: the project's settings, and the session state.
 */
import { fixedHeaders } from "../../core/call/fixed-headers.ts"
import { isHeaderText, MAX_RESPONSE_BYTES, serviceUrl } from "../../core/config/service-url.ts"
import { publicEnvironment } from "../../core/environment/public-environment.ts"
import { currentPlatform, variables } from "../../core/environment/variables.ts"
import { requestEarly } from "../engine/early-responses.ts"
import { header } from "../../core/http/headers.ts"
import { API_PREFIX, CURRENT_PROJECT } from "../../core/http/path.ts"
import type { TransportRequest, TransportResponse } from "../../core/http/transport.ts"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import { mayHoldSession } from "../../core/session/cookie-values.ts"
import { randomText } from "../../core/session/random.ts"
import type { ClientOptions } from "../../tiers/client.ts"
import type { Snapshot } from "../../tiers/snapshot/snapshot.ts"
import type { FirstView } from "../runtime/provider-context.ts"
import { settingsIn, type SignInSettings } from "../runtime/sign-in-settings.ts"
import { afterPaint } from "./after-paint.ts"

/** Returns whether requests can be sent with a key that is plain text, or without one. */
const isUsableKey = (key: ClientOptions["publishableClientKey"]): key is string | null =>
  key === null || (typeof key === "string" && isHeaderText(key))

/**
 * Returns the request of the project as the engine will send it; `null` if that depends on more than plain options.
 * The engine reports options that are invalid.
 */
const projectRequest = (options: ClientOptions): TransportRequest | null => {
  const environment = publicEnvironment()
  const { maxResponseBytes = MAX_RESPONSE_BYTES, projectId } = options
  const { publishableClientKey: key = environment[variables.publishableClientKey] } = options
  const baseUrl = serviceUrl(options, environment)
  if (!projectId || !isHeaderText(projectId) || !isUsableKey(key) || baseUrl === null) {
    return null
  }
  return {
    method: "GET",
    url: `${baseUrl}${API_PREFIX}${CURRENT_PROJECT}`,
    headers: {
      ...fixedHeaders({ projectId, tier: "client", publishableClientKey: key ?? undefined }),
      [header.randomNonce]: randomText()
    },
    body: undefined,
    maxResponseBytes
  }
}

/** Reads the settings of a success. The engine reports all other responses. */
const settingsOf = ({ body, header: headerOf, status }: TransportResponse): SignInSettings | null => {
  if (status !== 200 || headerOf(header.knownError) !== undefined) return null
  if (![undefined, "200"].includes(headerOf(header.actualStatus))) return null
  try {
    return settingsIn(JSON.parse(body))
  } catch {
    return null
  }
}

/** Without options there is no first view: a runtime or an app of the application has to be loaded for the project. */
export const makeFirstView = (options: ClientOptions | null, snapshot: Snapshot | null | undefined): FirstView => {
  const listeners = makeListeners()
  const own = snapshot?.version === 1 && snapshot.projectId === options?.projectId ? snapshot : null
  const given = own === null ? null : settingsIn(own.project)
  const givenUser = own?.user === undefined ? undefined : isUnrestricted(own.user)
  const isCurrent = given !== null && own?.revalidate !== true
  let settings = given
  let isRequested = false
  let mayBeSignedIn: boolean | undefined

  const requestProject = () => {
    const request = options === null || isRequested || isCurrent ? null : projectRequest(options)
    if (request === null || currentPlatform() === "server") return
    isRequested = true
    requestEarly(request).then(
      (response) => {
        const received = settingsOf(response)
        // The same object while nothing has changed, so that the card is not rendered again.
        if (received === null || JSON.stringify(received) === JSON.stringify(settings)) return
        settings = received
        listeners.notify()
      },
      () => {}
    )
  }

  return {
    requestProject,
    requestProjectAfterPaint: () => {
      if (!isRequested) void afterPaint().then(requestProject)
    },
    settings: () => settings,
    settingsOnServer: () => given,
    isSignedIn: () => {
      if (options === null || options.tokenStore !== "cookie" || options.projectId === undefined) return undefined
      // Once: without the engine nothing on this page changes the session, and each access blocks.
      mayBeSignedIn ??= mayHoldSession(options.projectId, readCookies())
      return mayBeSignedIn ? (givenUser === true ? true : undefined) : false
    },
    isSignedInOnServer: () => givenUser,
    subscribe: listeners.subscribe
  }
}

/**
 * Returns whether a user is signed in, which an anonymous one is not; `undefined` for another restricted user, whom the
 * page redirects. The user is the JSON of the wire.
 */
const isUnrestricted = (user: Snapshot["user"]): boolean | undefined => {
  if (typeof user !== "object" || user === null) return false
  if ("is_anonymous" in user && user["is_anonymous"] === true) return false
  return "is_restricted" in user && user["is_restricted"] === true ? undefined : true
}

/** Sandboxed frames throw when cookies are read. */
const readCookies = (): string => {
  try {
    return document.cookie
  } catch {
    return ""
  }
}
