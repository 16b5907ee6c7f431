/** Sets `document.title` to a title followed by the name of the console. */
import { useEffect } from "react"

export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Keystile console`
  }, [title])
}
