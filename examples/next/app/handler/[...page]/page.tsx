/** All pages of sign-in. */
import { Handler } from "keystile/react"

export default function Page() {
  return <Handler />
}
