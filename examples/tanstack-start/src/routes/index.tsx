/** The home page, which is public. `useUser` returns the same on the server and in the browser, without a request. */
import { createFileRoute, Link } from "@tanstack/react-router"
import { useUser } from "keystile/react"

export const Route = createFileRoute("/")({ component: Home })

function Home() {
  const user = useUser()
  return (
    <main className="page ks">
      <h1>{user === null ? "Hello." : `Hello, ${user.displayName ?? user.primaryEmail}.`}</h1>
      {user === null ? (
        <p>
          <a className="ks-link" href="/handler/sign-in">
            Sign in
          </a>
          , and there are notes.
        </p>
      ) : (
        <p>
          Your{" "}
          <Link className="ks-link" to="/notes">
            notes
          </Link>{" "}
          are waiting.
        </p>
      )}
    </main>
  )
}
