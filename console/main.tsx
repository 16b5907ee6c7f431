/** Renders the console into the page at the root of the service, or the end of a test sign-in. */
import { lazy, Suspense } from "react"
import { createRoot } from "react-dom/client"
import "./styles/console.css"
import { Console } from "./development/console.tsx"
import { readReturn } from "./sign-in-test/return-message.ts"

const ReturnPage = lazy(() => import("./sign-in-test/return-page.tsx"))

const root = document.getElementById("console")
const returned = readReturn(location.search)
if (root !== null) {
  createRoot(root).render(
    returned === null ? (
      <Console />
    ) : (
      <Suspense>
        <ReturnPage message={returned} />
      </Suspense>
    )
  )
}
