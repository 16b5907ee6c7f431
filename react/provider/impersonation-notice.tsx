/** Shows the banner of an owner who is signed in as the user, whose code is loaded for such a session only. */
import { Suspense } from "react"
import { useImpersonation } from "../hooks/use-impersonation.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"

const banner = lazyComponent("ImpersonationBanner", () =>
  import("../components/impersonation-banner.tsx").then(({ ImpersonationBanner }) => ImpersonationBanner)
)

export const ImpersonationNotice = () => {
  const impersonation = useImpersonation()
  return (
    impersonation !== null && (
      <Suspense fallback={null}>
        <banner.Component userId={impersonation.userId} />
      </Suspense>
    )
  )
}
