/** The frame of a screen: its skeleton while it loads, and a card if loading fails. */
import { type ReactNode, Suspense } from "react"
import { ErrorBoundary } from "../../components/error-boundary.tsx"
import { IssuerContext } from "../../components/issuer.tsx"
import { NoScript } from "../../components/no-script.tsx"
import { useProviderContext } from "../../runtime/keystile-context.ts"
import { type Appearance, AppearanceContext, useAppearance } from "../../theme/appearance.ts"
import { Scope } from "../../theme/scope.tsx"
import type { Theme } from "../../theme/theme.ts"
import { FailureCard } from "../cards/failure-card.tsx"
import { WithSlowCard } from "../cards/with-slow-card.tsx"

export interface ScreenProps {
  /** Fills the page with the screen as its `<main>`, and centers it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Theme of this screen, over the provider's. Create it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
  /** Default that of the screen around it. */
  readonly appearance?: Appearance | undefined
  readonly loading: ReactNode
  /** Rendered above the content if it fills the page. */
  readonly header?: ReactNode
  /** Rendered below the content if it fills the page. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

export const Screen = ({ appearance, children, footer, fullPage = false, header, loading, theme }: ScreenProps) => {
  const { read } = useProviderContext()
  const inherited = useAppearance()
  const again = (retry: () => void) => () => {
    read().opened?.keystile.cache.forgetFailures()
    retry()
  }
  const waiting = <WithSlowCard>{loading}</WithSlowCard>
  // The error's card may suspend for its language.
  const content = (
    <Suspense fallback={waiting}>
      <ErrorBoundary
        fallback={(error, retry) => <FailureCard error={error} level={fullPage ? 1 : 2} retry={again(retry)} />}
      >
        <Suspense fallback={waiting}>{children}</Suspense>
      </ErrorBoundary>
    </Suspense>
  )
  return (
    <Scope as={fullPage ? "main" : "div"} className={fullPage ? "ks-screen" : undefined} theme={theme}>
      <NoScript />
      <AppearanceContext value={appearance ?? inherited}>
        <IssuerContext value={true}>
          {fullPage && <Suspense>{header}</Suspense>}
          {content}
        </IssuerContext>
      </AppearanceContext>
      {fullPage && <Suspense>{footer}</Suspense>}
    </Scope>
  )
}
