/** The page that providers redirect to. Errors and the second factor are loaded on demand. */
import { Suspense, useEffect, useLayoutEffect, useState } from "react"
import { holdCallbackUrl } from "../../../core/navigation/callback-url.ts"
import { Card } from "../../components/card.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useOnce } from "../../runtime/use-once.ts"
import { useGoTo, usePageLink } from "../../navigation/page-navigation.ts"
import { pages } from "../../messages/english/pages.ts"
import { useMessages } from "../../messages/messages.ts"
import { formatNodes } from "../../messages/template.ts"
import { lazyComponent } from "../../runtime/lazy-component.ts"
import { cardSkeleton, levelOf, PageFrame, type PageProps } from "../frame/page-frame.tsx"

const outcome = lazyComponent("OAuthOutcome", () =>
  import("../message-pages.ts").then(({ OAuthOutcome }) => OAuthOutcome)
)

/** Time until a link to the home page is shown, in milliseconds. */
const LINK_AFTER = 3000

/** Props of `<OAuthCallback>`. */
export type OAuthCallbackProps = PageProps

/**
 * The page that providers redirect to, by default at `/handler/oauth-callback`. Signs in and redirects, or shows why
 * it failed. A visit without a sign-in of this browser redirects to sign-in.
 *
 * @example <OAuthCallback fullPage />
 */
export const OAuthCallback = (props: OAuthCallbackProps) => (
  <PageFrame {...props} loading={cardSkeleton}>
    <Content level={levelOf(props)} />
  </PageFrame>
)

const Content = ({ level }: { readonly level: 1 | 2 }) => {
  const goTo = useGoTo()
  // The authorization code leaves the URL now, and the engine reads it when it is loaded.
  useLayoutEffect(holdCallbackUrl, [])
  const { error, value } = useOnce(({ engine }) => engine.finishOAuthCallback)
  const nothingCame = value?.signedIn === false

  useEffect(() => {
    if (nothingCame) goTo("signIn", { replace: true, noRedirectBack: true })
    // eslint-disable-next-line react/exhaustive-deps -- once
  }, [nothingCame])

  return (
    <StepFocus step={error === null ? "going on" : "outcome"}>
      {error === null ? (
        <Redirecting level={level} />
      ) : (
        <Suspense fallback={cardSkeleton}>
          <outcome.Component error={error} level={level} />
        </Suspense>
      )}
    </StepFocus>
  )
}

const Redirecting = ({ level }: { readonly level: 1 | 2 }) => {
  const { redirecting, redirectingLink, redirectingText } = useMessages(pages)
  const home = usePageLink("home")
  const [late, setLate] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LINK_AFTER)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Card level={level} title={redirecting} aria-busy={!late}>
      <p className="ks-text" role="status">
        {late ? (
          formatNodes(redirectingText, {
            link: (
              <a key="link" className="ks-link" {...home}>
                {redirectingLink}
              </a>
            )
          })
        ) : (
          <span className="ks-row">
            <span className="ks-spinner" aria-hidden="true" />
          </span>
        )}
      </p>
    </Card>
  )
}
