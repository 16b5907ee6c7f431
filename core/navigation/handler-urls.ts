/** URLs of the pages of the handler and the application, each with a default. */
import { kebabCase } from "../schema/names.ts"

/** The pages of the handler. The default URL is the handler's path with the name in kebab case: `/handler/sign-in`. */
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
  "onboarding",
  "teamInvitation",
  "cliAuthConfirm",
  "impersonation",
  "error"
] as const

/** Id of a page that the handler shows. */
export type HandlerPage = (typeof handlerPages)[number]

/** URLs of the handler's pages and of the application's pages that sign-in leads to. */
export interface HandlerUrls extends Readonly<Record<HandlerPage, string>> {
  /** The base path of the handler's pages. */
  readonly handler: string
  /** The start page of the application. */
  readonly home: string
  /** The page after a sign-in. */
  readonly afterSignIn: string
  /** The page after a sign-up. */
  readonly afterSignUp: string
  /** The page after a sign-out. */
  readonly afterSignOut: string
}

/** Returns all URLs. Given ones replace the defaults. */
export const resolveUrls = (given: Partial<HandlerUrls> = {}): HandlerUrls => {
  const { handler = "/handler", home = "/" } = given
  const base = handler.replace(/\/+$/, "")
  const { afterSignIn = home } = given
  return {
    handler,
    home,
    // The type of `Object.fromEntries` forgets the names.
    ...(Object.fromEntries(handlerPages.map((page) => [page, `${base}/${kebabCase(page)}`])) as Record<
      HandlerPage,
      string
    >),
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
    ...Object.fromEntries(Object.entries(given).filter(([, url]) => url !== undefined))
  }
}
