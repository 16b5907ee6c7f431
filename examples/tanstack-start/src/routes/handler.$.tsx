/** All pages of sign-in. */
import { createFileRoute, useLocation } from "@tanstack/react-router"
import { Handler } from "keystile/react"

export const Route = createFileRoute("/handler/$")({ component: Page })

function Page() {
  const { hash, pathname, searchStr } = useLocation()
  return <Handler location={{ hash, pathname, search: searchStr }} />
}
