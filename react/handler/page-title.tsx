/** Sets `document.title` while a page of the handler is shown. */
import { useEffect } from "react"
import type { HandlerPage } from "../../core/navigation/handler-urls.ts"
import { forms } from "../messages/english/forms.ts"
import { menus } from "../messages/english/menus.ts"
import { pages } from "../messages/english/pages.ts"
import { useMessages } from "../messages/messages.ts"
import { pageOf } from "./page-table.ts"

export interface PageTitleProps {
  /** `null` for an unknown URL. */
  readonly page: HandlerPage | null
  readonly format: ((name: string) => string) | undefined
}

/** Renders nothing. Restores the title on unmount, unless the application has changed it. */
export const PageTitle = ({ format, page }: PageTitleProps) => {
  const name = useTitle(page)
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

const useTitle = (page: HandlerPage | null): string => {
  const texts = { ...useMessages(forms), ...useMessages(pages), ...useMessages(menus) }
  return page === null ? texts.pageUnknown : texts[pageOf(page).title]
}
