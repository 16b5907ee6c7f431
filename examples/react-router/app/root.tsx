/** The frame of every page. Sends the snapshot of session, user and project to the browser with the page. */
import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData } from "react-router"
import { KeystileProvider, UserButton } from "keystile/react"
import "keystile/react/styles.css"
import type { Route } from "./+types/root"
import { keystile, settings } from "./keystile.server"
import { nonceContext, withNonce } from "./nonce.server"
import "./styles.css"

export const middleware: Array<Route.MiddlewareFunction> = [keystile.middleware(), withNonce]

export const meta = () => [{ title: "Tern" }]
export const links = () => [{ rel: "icon", href: "/icon.svg" }]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  nonce: context.get(nonceContext),
  settings,
  snapshot: await keystile.takeSnapshot(context)
})

export default function Root() {
  const { nonce, settings, snapshot } = useLoaderData<typeof loader>()
  return (
    <html lang="en" data-ks-scheme="auto">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
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
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}
