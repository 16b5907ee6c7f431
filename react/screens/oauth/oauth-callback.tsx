/** `<OAuthCallback />`. What a finished flow does not need, an error and the second factor, is loaded when it is. */
import * as Effect from "effect/Effect"
import { Suspense, useEffect, useState } from "react"
import { Client } from "../../../tiers/client.ts"
import { Card } from "../../components/card.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useOnce } from "../../runtime/use-once.ts"
import { useGoTo, usePageLink } from "../../navigation/page-navigation.ts"
import { pages } from "../../messages/english/pages.ts"
import { useMessages } from "../../messages/messages.ts"
import { formatNodes } from "../../messages/template.ts"
import { lazyComponent } from "../../runtime/lazy-component.ts"
import { cardSkeleton, levelOf, PageFrame, type PageProps } from "../frame/page-frame.tsx"

const outcome = lazyComponent(() => import("../message-pages.ts").then(({ OAuthOutcome }) => OAuthOutcome))

/** How long the next page may take before there is a link to go elsewhere, in milliseconds (specification, section 2). */
const LINK_AFTER = 3000

export type OAuthCallbackProps = PageProps

const call = Effect.flatMap(Client, (client) => client.callOAuthCallback())

/**
 * The page to which providers lead back, at `/handler/oauth-callback` unless said otherwise. It signs in and goes on, or
 * says why that did not work. A visit that no sign-in of this browser led to goes to sign-in.
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
  const { error, value } = useOnce(call)
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
          <span className="ks-spinner" aria-hidden="true" />
        )}
      </p>
    </Card>
  )
}
