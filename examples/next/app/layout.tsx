/** The layout of every page. Sends the snapshot of session, user and project to the browser with the page. */
import type { Metadata } from "next"
import Link from "next/link"
import type { ReactNode } from "react"
import { KeystileProvider, UserButton } from "keystile/react"
import "keystile/react/styles.css"
import { keystile } from "@/keystile"
import "./styles.css"

export const metadata: Metadata = { title: "Tern" }

/** Every page is rendered per request, so that every script has the nonce of the policy. */
export const instant = false

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-ks-scheme="auto">
      <body>
        <KeystileProvider snapshot={await keystile.takeSnapshot()}>
          <header className="bar ks">
            <nav>
              <Link className="ks-link" href="/">
                Tern
              </Link>
              <Link className="ks-link" href="/notes">
                Notes
              </Link>
            </nav>
            <UserButton />
          </header>
          {children}
        </KeystileProvider>
      </body>
    </html>
  )
}
