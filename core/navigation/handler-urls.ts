/** Where the pages of sign-in are: sixteen addresses, each with a default (specification, section 2). */
import { kebabCase } from "../schema/names.ts"

export interface HandlerUrls {
  /** The page under which the others hang. */
  readonly handler: string
  readonly home: string
  readonly signIn: string
  readonly signUp: string
  readonly signOut: string
  readonly afterSignIn: string
  readonly afterSignUp: string
  readonly afterSignOut: string
  readonly emailVerification: string
  readonly passwordReset: string
  readonly forgotPassword: string
  readonly oauthCallback: string
  readonly magicLinkCallback: string
  readonly accountSettings: string
  readonly teamInvitation: string
  readonly error: string
}

/** The pages that the handler shows. Their address is the handler's and their own name: `/handler/sign-in`. */
export const handlerPages = [
  "signIn",
  "signUp",
  "signOut",
  "emailVerification",
  "passwordReset",
  "forgotPassword",
  "oauthCallback",
  "magicLinkCallback",
  "accountSettings",
  "teamInvitation",
  "error"
] as const

/** All addresses; given ones win. */
export const resolveUrls = (given: Partial<HandlerUrls> = {}): HandlerUrls => {
  const { handler = "/handler", home = "/" } = given
  const base = handler.replace(/\/+$/, "")
  const { afterSignIn = home } = given
  return {
    handler,
    home,
    ...(Object.fromEntries(handlerPages.map((page) => [page, `${base}/${kebabCase(page)}`])) as Record<
      (typeof handlerPages)[number],
      string
    >),
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
    ...Object.fromEntries(Object.entries(given).filter(([, url]) => url !== undefined))
  }
}
