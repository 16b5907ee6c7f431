/** Selects the page of the path: the screens of sign-in and settings, the console, or the end of a test sign-in. */
import { lazy, Suspense, useEffect } from "react"
import { Handler } from "../../react/handler/handler.tsx"
import { useLanguage } from "../../react/messages/messages.ts"
import { readReturn } from "../sign-in-test/return-message.ts"
import { ownerPath } from "./owner-path.ts"

/** Loaded on demand: sign-in needs neither. */
const OwnerConsole = lazy(() => import("./owner-console.tsx"))
const ReturnPage = lazy(() => import("./test-sign-in-return.tsx"))

export const OwnerPages = () => {
  const isHandler = location.pathname.startsWith(`${ownerPath}/handler/`)
  const { direction, tag } = useLanguage()
  useEffect(() => {
    // The console is in English.
    document.documentElement.lang = isHandler ? tag : "en"
    document.documentElement.dir = isHandler ? direction : "ltr"
  }, [direction, isHandler, tag])
  if (isHandler) return <Handler />
  const returned = readReturn(location.search)
  return (
    <Suspense fallback={<main aria-busy="true" />}>
      {returned === null ? <OwnerConsole /> : <ReturnPage message={returned} />}
    </Suspense>
  )
}
