/** The public home page. */
import { useUser } from "keystile/react"
import { Link } from "../router.tsx"

export const Home = () => {
  const user = useUser()
  return (
    <section className="page">
      <h1>{user === null ? "Hello." : `Hello, ${user.displayName ?? user.primaryEmail}.`}</h1>
      <p>
        This small application has two pages: this one, which everybody sees, and{" "}
        <Link href="/profile" className="ks-link">
          your profile
        </Link>
        , which needs you to be signed in.
      </p>
      {user === null && (
        <p className="links">
          <Link href="/handler/sign-up" className="ks-button" data-variant="primary">
            Create an account
          </Link>
          <Link href="/handler/sign-in" className="ks-button" data-variant="outline">
            Sign in
          </Link>
        </p>
      )}
    </section>
  )
}
