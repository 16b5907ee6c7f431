/** Shows the banner of an owner who is signed in as the user, whose code is loaded for such a session only. */
import { useImpersonation } from "../hooks/use-impersonation.ts"
import { backgroundComponent } from "../runtime/background-component.ts"

const ImpersonationBanner = backgroundComponent("ImpersonationBanner", () =>
  import("../components/impersonation-banner.tsx").then(({ ImpersonationBanner }) => ImpersonationBanner)
)

export const ImpersonationNotice = () => {
  const impersonation = useImpersonation()
  return impersonation !== null && <ImpersonationBanner userId={impersonation.userId} />
}
