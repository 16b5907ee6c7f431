/**
 * Shows the banner of an owner who is signed in as the user, whose code is loaded for such a session only. Not lazy
 * itself: Vite 8 splits what a page loads first into several files if a lazy module has lazy modules of its own.
 */
import { backgroundComponent } from "../runtime/background-component.ts"
import type { LoadedKeystile } from "../runtime/provider-context.ts"
import { useKnown } from "../runtime/use-query.ts"

const ImpersonationBanner = backgroundComponent("ImpersonationBanner", () =>
  import("../components/impersonation-banner.tsx").then(({ ImpersonationBanner }) => ImpersonationBanner)
)

const unknown = () => undefined

export const ImpersonationNotice = ({ opened }: { readonly opened: LoadedKeystile }) => {
  const exit = useKnown(opened, opened.engine.queries.impersonationQuery, unknown)?.exit
  const impersonation = exit?._tag === "Success" ? exit.value : null
  return impersonation !== null && <ImpersonationBanner userId={impersonation.userId} />
}
