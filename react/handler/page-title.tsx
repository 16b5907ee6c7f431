/** Sets `document.title` while a page of the handler is shown. */
import { useEffect } from "react"
import { WithApplicationName } from "../components/application-name.tsx"
import type { HandlerPage } from "../../core/navigation/handler-urls.ts"
import { forms } from "../messages/english/forms.ts"
import { menus } from "../messages/english/menus.ts"
import { pages } from "../messages/english/pages.ts"
import { useMessages } from "../messages/messages.ts"
import { pageOf } from "./page-table.ts"

export interface PageTitleProps {
  /** Title of the shown card; `null` until there is one. */
  readonly shown: string | null
  /** `null` for an unknown URL. */
  readonly page: HandlerPage | null
  readonly format: ((name: string) => string) | undefined
}

/**
 * Sets the title to that of the shown card, or else of the page, followed by the application's name. `format` replaces
 * the application's name. Renders nothing.
 */
export const PageTitle = ({ format, page, shown }: PageTitleProps) => {
  const ofPage = useTitle(page)
  const name = shown ?? ofPage
  if (format !== undefined) return <DocumentTitle title={format(name)} />
  return (
    <WithApplicationName>
      {(app) => <DocumentTitle title={app === null || name.includes(app) ? name : `${name} · ${app}`} />}
    </WithApplicationName>
  )
}

/** Restores the title on unmount, unless the application has changed it. */
const DocumentTitle = ({ title }: { readonly title: string }) => {
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
