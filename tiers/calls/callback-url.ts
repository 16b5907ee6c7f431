/** The callback URLs of mailed links: the caller's, or a page of the application. */
import * as Effect from "effect/Effect"
import { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"

/** For calls that mail a link. */
export interface CallbackUrlOption {
  /** The URL of the link, on a trusted domain. Default in a browser: the page of the handler. */
  readonly callbackUrl?: string | undefined
}

/** Returns the given URL, or that of the page. Fails with the action of the call where there is neither. */
export const callbackUrlOr = (
  given: string | undefined,
  navigation: Navigation["Service"],
  {
    action,
    option = "callbackUrl",
    page
  }: {
    /** Completes "Cannot … without a callback URL". */
    readonly action: string
    readonly option?: string
    readonly page: keyof HandlerUrls
  }
): Effect.Effect<string, CallbackUrlMissing> =>
  given !== undefined
    ? Effect.succeed(given)
    : Effect.flatMap(navigation.callbackUrlOf(page), (url) =>
        url === null ? Effect.fail(new CallbackUrlMissing({ action, option })) : Effect.succeed(url)
      )

/** The emails that several calls send, each with its page. */
export const invitationMail = { action: "invite user", page: "teamInvitation" } as const
export const verificationMail = { action: "send verification email", page: "emailVerification" } as const
