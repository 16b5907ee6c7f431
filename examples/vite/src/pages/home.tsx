/** The home page, which is public. */
import { Link } from "react-router"
import { useUser } from "keystile/react"

export const Home = () => {
  const user = useUser()
  if (user === null)
    return (
      <>
        <h1>Hello.</h1>
        <p>
          <Link className="ks-link" to="/handler/sign-up">
            Create an account
          </Link>
          {" or "}
          <Link className="ks-link" to="/handler/sign-in">
            sign in
          </Link>
          .
        </p>
      </>
    )
  return (
    <>
      <h1>Hello, {user.displayName ?? user.primaryEmail}.</h1>
      <p>
        Your{" "}
        <Link className="ks-link" to="/notes">
          notes
        </Link>{" "}
        are waiting.
      </p>
    </>
  )
}
