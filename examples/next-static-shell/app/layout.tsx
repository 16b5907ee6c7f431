/** The layout of every page. Next prerenders what is outside of `<Suspense>` and streams the rest into it. */
import type { Metadata } from "next"
import Link from "next/link"
import { type ReactNode, Suspense } from "react"
import { KeystileProvider, UserButton } from "keystile/react"
import "keystile/react/styles.css"
import { keystile } from "@/keystile"
import "./styles.css"

export const metadata: Metadata = { title: "Tern" }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-ks-scheme="auto">
      <body>
        <Suspense fallback={<Header />}>
          <Session>{children}</Session>
        </Suspense>
      </body>
    </html>
  )
}

const Session = async ({ children }: { readonly children: ReactNode }) => (
  <KeystileProvider snapshot={await keystile.takeSnapshot()}>
    <Header>
      <UserButton />
    </Header>
    {children}
  </KeystileProvider>
)

const Header = ({ children }: { readonly children?: ReactNode }) => (
  <header className="bar ks">
    <nav>
      <Link className="ks-link" href="/">
        Tern
      </Link>
      <Link className="ks-link" href="/notes">
        Notes
      </Link>
    </nav>
    {children}
  </header>
)
