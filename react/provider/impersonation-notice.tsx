/** Shows the banner of an owner who is signed in as the user, whose code is loaded for such a session only. */
import { Suspense } from "react"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { useImpersonation } from "../hooks/use-impersonation.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"

const banner = lazyComponent("ImpersonationBanner", () =>
  import("../components/impersonation-banner.tsx").then(({ ImpersonationBanner }) => ImpersonationBanner)
)

/** Failures are those of the application's own reads, which report them. */
export const ImpersonationNotice = () => (
  <ErrorBoundary fallback={() => null}>
    <Notice />
  </ErrorBoundary>
)

const Notice = () => {
  const impersonation = useImpersonation()
  return (
    impersonation !== null && (
      <Suspense fallback={null}>
        <banner.Component userId={impersonation.userId} />
      </Suspense>
    )
  )
}
