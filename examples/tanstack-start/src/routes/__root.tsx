/** The frame of every page. Sends the snapshot of session, user and project to the browser with the page. */
import type { ReactNode } from "react"
import { createRootRoute, HeadContent, Link, Outlet, Scripts } from "@tanstack/react-router"
import { KeystileProvider, UserButton } from "keystile/react"
import keystileStyles from "keystile/react/styles.css?url"
import { readSnapshot } from "../session.ts"
import styles from "../styles.css?url"

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1" },
      { title: "Tern" }
    ],
    links: [
      { rel: "icon", href: "/icon.svg" },
      { rel: "stylesheet", href: keystileStyles },
      { rel: "stylesheet", href: styles }
    ]
  }),
  loader: () => readSnapshot(),
  // The provider knows the session after the first page.
  staleTime: Number.POSITIVE_INFINITY,
  shellComponent: Document,
  component: Root
})

function Document({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-ks-scheme="auto">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function Root() {
  const { settings, snapshot } = Route.useLoaderData()
  return (
    <KeystileProvider {...settings} snapshot={snapshot}>
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
      <Outlet />
    </KeystileProvider>
  )
}
