/** The provider and the bar around the content of every page. Each page renders it as one island. */
import type { ReactNode } from "react"
import { Handler, KeystileProvider, UserButton, useUser } from "keystile/react"
import type { Snapshot } from "keystile/react/server"
import type { settings } from "./keystile.ts"

interface FrameProps {
  readonly settings: typeof settings
  readonly snapshot: Snapshot
}

const Frame = ({ children, settings, snapshot }: FrameProps & { readonly children: ReactNode }) => (
  <KeystileProvider {...settings} snapshot={snapshot}>
    <header className="bar ks">
      <nav>
        <a className="ks-link" href="/">
          Tern
        </a>
        <a className="ks-link" href="/notes">
          Notes
        </a>
      </nav>
      <UserButton />
    </header>
    {children}
  </KeystileProvider>
)

/** The home page. `useUser` returns the same on the server and in the browser, without a request. */
export const Home = (props: FrameProps) => (
  <Frame {...props}>
    <main className="page ks">
      <Greeting />
    </main>
  </Frame>
)

const Greeting = () => {
  const user = useUser()
  return (
    <>
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
          <a className="ks-link" href="/notes">
            notes
          </a>{" "}
          are waiting.
        </p>
      )}
    </>
  )
}

/** The page of the notes. */
export const Notes = ({ email, ...props }: FrameProps & { readonly email: string | null }) => (
  <Frame {...props}>
    <main className="page ks">
      <h1>Notes</h1>
      <p>Only {email} sees this page.</p>
    </main>
  </Frame>
)

/** All pages of sign-in. */
export const SignInPages = ({ location, ...props }: FrameProps & { readonly location: string }) => (
  <Frame {...props}>
    <Handler location={location} />
  </Frame>
)
