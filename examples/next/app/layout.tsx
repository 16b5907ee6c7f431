/** The frame of every page. What the server knows of session, user and project goes to the browser with it. */
import type { Metadata } from "next"
import Link from "next/link"
import type { ReactNode } from "react"
import { KeystileProvider, UserButton } from "keystile/react"
import "keystile/react/styles.css"
import { takeSnapshot } from "@/session"
import "./styles.css"

export const metadata: Metadata = { title: "Tern" }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-ks-scheme="auto">
      <body>
        <KeystileProvider snapshot={await takeSnapshot()}>
          <header className="bar ks">
            <nav>
              <Link className="ks-link" href="/">Tern</Link>
              <Link className="ks-link" href="/notes" prefetch={false}>Notes</Link>
            </nav>
            <UserButton />
          </header>
          {children}
        </KeystileProvider>
      </body>
    </html>
  )
}
