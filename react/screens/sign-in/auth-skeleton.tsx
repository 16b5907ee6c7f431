/**
 * The skeleton of sign-in and sign-up, in the layout of the last visit, so that nothing moves when the page is loaded.
 */
import { Suspense } from "react"
import { FormSkeleton } from "../../components/form-skeleton.tsx"
import { LABELLED_PROVIDERS } from "../../components/provider-grid.ts"
import { useCachedSettings } from "../../runtime/cached-settings.ts"
import { useSite } from "../../runtime/use-site.ts"
import { useLastUsed } from "./last-used.ts"

/** The two forms of the page. */
export type FirstTab = "magic-link" | "password"

export interface AuthSkeletonProps {
  readonly type: "sign-in" | "sign-up"
  /** Number of fields of the form with email and password. */
  readonly fields: number
  readonly firstTab?: FirstTab | undefined
}

// It may suspend for the project's id, since the layers of an application's runtime can be asynchronous.
export const AuthSkeleton = (props: AuthSkeletonProps) => (
  <Suspense fallback={<FormSkeleton fields={props.fields} open />}>
    <LastSkeleton {...props} />
  </Suspense>
)

/** The method of the browser's last sign-in, unless it was a provider. */
const otherMethods: ReadonlyArray<string | null> = [null, "magic-link", "passkey", "password"]

const LastSkeleton = ({ fields, firstTab, type }: AuthSkeletonProps) => {
  const settings = useCachedSettings(useSite().projectId)
  const last = useLastUsed()
  if (settings === null) return <FormSkeleton fields={fields} open />
  const { credentialEnabled, magicLinkEnabled, oauthProviders, passkeyEnabled, signUpEnabled } = settings
  const mail = magicLinkEnabled && !(credentialEnabled && firstTab === "password")
  const hasGrid = oauthProviders.length > LABELLED_PROVIDERS
  const labelled = hasGrid ? Number(!otherMethods.includes(last)) : oauthProviders.length
  return (
    <FormSkeleton
      icons={oauthProviders.length - labelled}
      buttons={labelled + Number(passkeyEnabled && type === "sign-in")}
      fields={mail ? 1 : credentialEnabled ? fields : 0}
      tabs={credentialEnabled && magicLinkEnabled}
      footer={type === "sign-up" || signUpEnabled}
    />
  )
}
