/** All pages of sign-in. */
import { useLocation } from "react-router"
import { Handler } from "keystile/react"

export default function Page() {
  return <Handler location={useLocation()} />
}
