/** A page for signed-in users. Others are redirected to sign-in, and return afterwards. */
import { useUser } from "keystile/react"

export const Notes = () => {
  const user = useUser({ or: "redirect" })
  return (
    <>
      <h1>Notes</h1>
      <p>Only {user.primaryEmail} sees this page.</p>
    </>
  )
}
