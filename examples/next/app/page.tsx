/** The home page, which is public. The server renders it for signed-in and signed-out users. */
import Link from "next/link"
import { SignedIn, SignedOut } from "keystile/react"
import { Greeting } from "./greeting"

export default function Home() {
  return (
    <main className="page ks">
      <h1>
        <Greeting />
      </h1>
      <SignedOut>
        <p>
          <Link className="ks-link" href="/handler/sign-up">
            Create an account
          </Link>
          {" or "}
          <Link className="ks-link" href="/handler/sign-in">
            sign in
          </Link>
          .
        </p>
      </SignedOut>
      <SignedIn>
        <p>
          Your{" "}
          <Link className="ks-link" href="/notes">
            notes
          </Link>{" "}
          are waiting.
        </p>
      </SignedIn>
    </main>
  )
}
