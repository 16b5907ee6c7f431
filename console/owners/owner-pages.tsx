/**
 * Selects the page of the path: the screens of sign-in and settings, the console, the question why an owner signs in as
 * a user, or the end of a test sign-in.
 */
import { lazy, Suspense, useEffect, useState } from "react"
import { Handler } from "../../react/handler/handler.tsx"
import { useLanguage } from "../../react/messages/messages.ts"
import { readImpersonationRequest } from "../../core/navigation/impersonation-request.ts"
import { readReturn } from "../sign-in-test/return-message.ts"
import { ownerPath } from "./owner-path.ts"

/** Loaded on demand: sign-in needs none of them. */
const OwnerConsole = lazy(() => import("./owner-console.tsx"))
const AuthorizeImpersonation = lazy(() => import("./authorize-impersonation.tsx"))
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
  return (
    <Suspense fallback={<main aria-busy="true" />}>
      <Page />
    </Suspense>
  )
}

const Page = () => {
  const [returned] = useState(() => readReturn(location.search))
  const [request] = useState(() => readImpersonationRequest(location.search))
  if (returned !== null) return <ReturnPage message={returned} />
  return request === null ? <OwnerConsole /> : <AuthorizeImpersonation request={request} />
}
