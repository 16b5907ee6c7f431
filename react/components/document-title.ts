/** Passes the title of the card that fills the page to `document.title`. */
import { createContext, useContext, useEffect } from "react"

const ignore = () => {}

/** Called with each title. Set by `<Handler />`. */
export const DocumentTitleContext = createContext<(title: string) => void>(ignore)

/** @param title `null` for a card that does not name the page. */
export const useDocumentTitle = (title: string | null): void => {
  const report = useContext(DocumentTitleContext)
  useEffect(() => {
    if (title !== null) report(title)
  }, [report, title])
}
