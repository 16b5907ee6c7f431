/** What `document.title` says while a page of the handler is there. */
import { useEffect } from "react"
import { forms } from "../messages/english/forms.ts"
import { menus } from "../messages/english/menus.ts"
import { pages } from "../messages/english/pages.ts"
import { useMessages } from "../messages/messages.ts"
import type { HandlerPage } from "./routes.ts"

export interface PageTitleProps {
  /** `null` for an address where no page is. */
  readonly page: HandlerPage | null
  readonly format: ((name: string) => string) | undefined
}

/** Renders nothing. The title that was there comes back with the last page, unless somebody else has set one. */
export const PageTitle = ({ format, page }: PageTitleProps) => {
  const name = useNames()[page ?? "unknown"]
  const title = format === undefined ? name : format(name)
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])
  return null
}

const useNames = (): Readonly<Record<HandlerPage | "unknown", string>> => {
  const common = useMessages(forms)
  const texts = useMessages(pages)
  const { accountSettings } = useMessages(menus)
  return {
    signIn: common.signInTitle,
    signUp: common.signUpTitle,
    signOut: common.signOut,
    emailVerification: texts.verifyTitle,
    passwordReset: texts.resetTitle,
    forgotPassword: texts.forgotTitle,
    oauthCallback: texts.redirecting,
    magicLinkCallback: texts.magicLinkTitle,
    accountSettings,
    teamInvitation: texts.invitationTitle,
    error: texts.signInFailed,
    unknown: texts.pageUnknown
  }
}
