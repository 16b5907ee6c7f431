/** Where the link of a mail leads: as the caller says, or to a page of the application. */
import * as Effect from "effect/Effect"
import { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"

/** For calls that mail a link. */
export interface CallbackUrlOption {
  /** Where the link leads: a page of a trusted domain. In a browser it is the page of the handler unless given. */
  readonly callbackUrl?: string | undefined
}

/** The given address, or that of the page; fails with the words of the call where there is neither. */
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

/** The mails that several calls send, each with its page. The first text is the specification's (section 5). */
export const invitationMail = { action: "invite user", page: "teamInvitation" } as const
export const verificationMail = { action: "send verification email", page: "emailVerification" } as const
