/** The provider of sign-in, and the pages. */
import { Suspense } from "react"
import { Link, Outlet, Route, Routes, useLocation, useNavigate } from "react-router"
import { Handler, KeystileProvider, UserButton } from "keystile/react"
import { Home } from "./pages/home.tsx"
import { Notes } from "./pages/notes.tsx"

export const App = () => {
  const navigate = useNavigate()
  return (
    <KeystileProvider
      baseUrl={import.meta.env.VITE_KEYSTILE_URL}
      projectId={import.meta.env.VITE_KEYSTILE_PROJECT_ID}
      publishableClientKey={import.meta.env.VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY}
      redirectMethod={(url, { replace }) => navigate(url, { replace })}
    >
      <Routes>
        <Route element={<Frame />}>
          <Route index element={<Home />} />
          <Route path="notes" element={<Notes />} />
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="handler/*" element={<SignInPages />} />
      </Routes>
    </KeystileProvider>
  )
}

/** The frame of the application's own pages. */
const Frame = () => (
  <>
    <header className="bar ks">
      <nav>
        <Link className="ks-link" to="/">
          Tern
        </Link>
        <Link className="ks-link" to="/notes">
          Notes
        </Link>
      </nav>
      <UserButton />
    </header>
    <main className="page ks">
      <Suspense>
        <Outlet />
      </Suspense>
    </main>
  </>
)

/** All pages of sign-in, and the user's account settings. */
const SignInPages = () => <Handler location={useLocation()} />

const NotFound = () => <h1>There is no such page.</h1>
