/** Where the link of a mail leads. */
import * as Effect from "effect/Effect"
import { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import { RETURN_TO_PARAMETER, returnTo } from "../../core/navigation/return-to.ts"
import type { HandlerUrls } from "../../core/navigation/urls.ts"

export interface CallbackUrlOption {
  /** Where the link of the mail leads: a page of a trusted domain. In a browser the handler's page unless given. */
  readonly callbackUrl?: string | undefined
}

/**
 * The given address, or else that of a handler's page as the current page sees it: with the way back that the current
 * page holds, without a hash.
 */
export const callbackUrl = (
  given: string | undefined,
  page: keyof HandlerUrls,
  { current, urls }: Navigation["Service"],
  missing: CallbackUrlMissing = new CallbackUrlMissing({ option: "callbackUrl" })
): Effect.Effect<string, CallbackUrlMissing> =>
  given !== undefined ? Effect.succeed(given) : Effect.flatMap(current, (from) => {
    const url = from && URL.parse(urls[page], from)
    if (from === null || url === null) return Effect.fail(missing)
    const back = returnTo(from)
    if (back !== null && url.origin === from.origin) url.searchParams.set(RETURN_TO_PARAMETER, back)
    url.hash = ""
    return Effect.succeed(url.href)
  })
