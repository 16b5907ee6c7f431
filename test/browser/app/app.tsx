/** The application's routes and frame. */
import { type ReactNode, Suspense } from "react"
import { Handler, useUser } from "keystile/react"
import { Home } from "./pages/home.tsx"
import { NotFound } from "./pages/not-found.tsx"
import { Profile } from "./pages/profile.tsx"
import { Link, usePath } from "./router.tsx"

export const App = () => {
  const path = usePath()
  if (path.startsWith("/handler/")) return <Handler location={path} />
  switch (path) {
    case "/":
      return (
        <Frame>
          <Home />
        </Frame>
      )
    case "/profile":
      return (
        <Frame>
          <Profile />
        </Frame>
      )
    default:
      return (
        <Frame>
          <NotFound />
        </Frame>
      )
  }
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <div className="frame ks">
    <header className="bar">
      <Link href="/" className="name">
        <svg className="ks-icon" viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="8.5" cy="5.75" r="3.25" />
          <path d="M8.5 9v8.5M8.5 12.75h5M8.5 16.75h5" />
        </svg>
        Tern
      </Link>
      <nav aria-label="Account">
        <Suspense>
          <Account />
        </Suspense>
      </nav>
    </header>
    <main>
      <Suspense
        fallback={
          <p className="wait" role="status">
            Loading…
          </p>
        }
      >
        {children}
      </Suspense>
    </main>
  </div>
)

/** Links to sign-in, or to the profile of the signed-in user. */
const Account = () => {
  const user = useUser()
  return user === null ? (
    <>
      <Link href="/handler/sign-in" className="ks-button" data-variant="quiet" data-size="sm">
        Sign in
      </Link>
      <Link href="/handler/sign-up" className="ks-button" data-variant="outline" data-size="sm">
        Sign up
      </Link>
    </>
  ) : (
    <Link href="/profile" className="ks-button" data-variant="quiet" data-size="sm">
      <span className="ks-truncate">{user.displayName ?? user.primaryEmail}</span>
    </Link>
  )
}
