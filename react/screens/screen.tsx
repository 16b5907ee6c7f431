/** The frame of a screen: what shows while it loads and when it cannot be loaded. */
import { type ReactNode, Suspense } from "react"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { useKeystile } from "../keystile-context.ts"
import { projectQuery, userQuery } from "../../tiers/cache/queries.ts"
import { FailureCard } from "./cards.tsx"

export interface ScreenProps {
  /** Fills the page with the screen, as its `<main>`, and centres it. Default `false`. */
  readonly fullPage?: boolean | undefined
  readonly loading: ReactNode
  readonly children: ReactNode
}

export const Screen = ({ children, fullPage = false, loading }: ScreenProps) => {
  const { cache } = useKeystile()
  const again = (retry: () => void) => () => {
    cache.forget(userQuery)
    cache.forget(projectQuery)
    retry()
  }
  const content = (
    <ErrorBoundary
      fallback={(error, retry) => <FailureCard error={error} level={fullPage ? 1 : 2} retry={again(retry)} />}
    >
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
  return fullPage ? <main className="ks ks-screen">{content}</main> : <div className="ks">{content}</div>
}
