/** All sign-in pages, for one route of the application. */
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from "react"
import type { HandlerPage } from "../../core/navigation/handler-urls.ts"
import { DocumentTitleContext } from "../components/document-title.ts"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { linkIcon } from "../components/icons.tsx"
import { IssuerContext } from "../components/issuer.tsx"
import { NoScript } from "../components/no-script.tsx"
import { SettingsSkeleton } from "../account/settings-skeleton.tsx"
import { FormSkeleton } from "../components/form-skeleton.tsx"
import { StepFocus } from "../components/step-focus.tsx"
import { useGoTo } from "../navigation/page-navigation.ts"
import { pages } from "../messages/english/pages.ts"
import { useMessages } from "../messages/messages.ts"
import { useProviderContext, useEngineDelay } from "../runtime/keystile-context.ts"
import { useSite } from "../runtime/use-site.ts"
import { FailureCard } from "../screens/cards/failure-card.tsx"
import { FrameGuard } from "../screens/frame/frame-guard.tsx"
import { PageFooter } from "../screens/frame/page-footer.tsx"
import { PageHeader } from "../screens/frame/page-header.tsx"
import { takeLinkCode } from "../screens/frame/take-link-code.ts"
import { MessageCard } from "../screens/cards/message-card.tsx"
import { WithSlowCard } from "../screens/cards/with-slow-card.tsx"
import { AuthSkeleton } from "../screens/sign-in/auth-skeleton.tsx"
import { type Appearance, AppearanceContext } from "../theme/appearance.ts"
import { Scope } from "../theme/scope.tsx"
import { type PageComponentProps, pageOf } from "./page-table.ts"
import { PageTitle, type PageTitleProps } from "./page-title.tsx"
import { routeOf } from "./routes.ts"
import { handlerUrl, type HandlerLocation, useHandlerPath } from "./handler-location.ts"

/** Props of `<Handler>`. */
export interface HandlerProps {
  /** The location of the application's router. Default that of the page. */
  readonly location?: HandlerLocation | undefined
  /** Fills the page with the screen as its `<main>`, and centers it. Default `true`. */
  readonly fullPage?: boolean | undefined
  /** Props of the pages, by the name of their component: `{ SignIn: { extraInfo: <Terms /> } }`. */
  readonly componentProps?:
    { readonly [Name in keyof PageComponentProps]?: Partial<PageComponentProps[Name]> } | undefined
  /** Shows the pages in frames. Default `false`. */
  readonly allowFraming?: boolean | undefined
  /**
   * Sets `document.title` to the title of the page or of its step, followed by the application's name; a function
   * returns the document's title for that of the page. Default `true`.
   *
   * @example (name) => `${name} · Fernhill`
   */
  readonly documentTitle?: boolean | ((name: string) => string) | undefined
}

/**
 * Shows all sign-in pages on one route, by default `/handler/*` (option `urls.handler`): sign-in, sign-up, sign-out,
 * forgotten password, account settings, the pages that mails and providers lead to, and errors. Each page is loaded
 * on demand.
 *
 * @example
 * // React Router; without a router, leave `location` out.
 * <Route path="/handler/*" element={<Handler location={useLocation()} />} />
 */
export const Handler = ({
  allowFraming = false,
  componentProps = {},
  documentTitle = true,
  fullPage = true,
  location
}: HandlerProps) => {
  const path = useHandlerPath(location)
  const loading = <Waiting fullPage={fullPage} />
  if (path === null) return loading
  return (
    <FrameGuard allowed={allowFraming} fullPage={fullPage} pending={loading}>
      <Routed
        componentProps={componentProps}
        documentTitle={documentTitle}
        fullPage={fullPage}
        location={location}
        path={path}
      />
    </FrameGuard>
  )
}

interface RoutedProps {
  readonly componentProps: NonNullable<HandlerProps["componentProps"]>
  readonly documentTitle: NonNullable<HandlerProps["documentTitle"]>
  readonly fullPage: boolean
  readonly location: HandlerLocation | undefined
  readonly path: string
}

/** The page of a path; `null` for an unknown path. `leaving` while a redirect is pending. */
type RouteState = { readonly path: string; readonly page: HandlerPage | null; readonly leaving: boolean }

const Routed = ({ componentProps, documentTitle, fullPage, location, path }: RoutedProps) => {
  const { firstView } = useProviderContext()
  const { goToUrl, method, urls } = useSite()
  const [routeState, setRouteState] = useState<RouteState | null>(null)

  // Removes a page's code from the URL before anything is loaded, but after a redirect has copied it.
  useLayoutEffect(() => {
    const route = routeOf(handlerUrl(location), urls)
    const leaving = "redirect" in route && method !== "none"
    if (leaving) goToUrl(route.redirect, { replace: true })
    else if (route.page !== null && pageOf(route.page).linkCode !== undefined) takeLinkCode(pageOf(route.page).linkCode)
    // While the page's code is loaded.
    else if (route.page !== null && pageOf(route.page).showsProject) firstView.requestProject()
    // eslint-disable-next-line react/set-state-in-effect -- the URL is no part of React
    setRouteState({ path, page: route.page, leaving })
    // eslint-disable-next-line react/exhaustive-deps -- a new query is no new page
  }, [path, urls, method, goToUrl])

  const page = routeState?.path === path && !routeState.leaving ? routeState.page : undefined
  const content = () => {
    if (page === undefined) return <Waiting fullPage={fullPage} />
    if (page === null) return <NotFound fullPage={fullPage} />
    return <Page key={page} page={page} componentProps={componentProps} fullPage={fullPage} />
  }
  return (
    <StepFocus step={path}>
      <Titled
        key={path}
        title={
          documentTitle !== false && page !== undefined
            ? { page, format: documentTitle === true ? undefined : documentTitle }
            : null
        }
      >
        <Suspense fallback={<Waiting fullPage={fullPage} />}>{content()}</Suspense>
      </Titled>
    </StepFocus>
  )
}

interface TitledProps {
  /** `null` leaves `document.title` unchanged. */
  readonly title: Omit<PageTitleProps, "shown"> | null
  readonly children: ReactNode
}

/** Keeps the title that the shown card reports. */
const Titled = ({ children, title }: TitledProps) => {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <DocumentTitleContext value={setShown}>
      {children}
      {title !== null && <Title {...title} shown={shown} />}
    </DocumentTitleContext>
  )
}

/** Rendered after the page, so that its effects run after the page has removed its code from the URL. */
const Title = (props: PageTitleProps) => {
  const [after, setAfter] = useState(false)
  // eslint-disable-next-line react/set-state-in-effect -- what it waits for are effects
  useEffect(() => setAfter(true), [])
  return (
    after && (
      <Suspense>
        <PageTitle {...props} />
      </Suspense>
    )
  )
}

interface PageProps extends Pick<RoutedProps, "componentProps" | "fullPage"> {
  readonly page: HandlerPage
}

const Page = ({ componentProps, fullPage, page }: PageProps) => {
  const { authType, Component, isSettings = false, name, showsProject = false, skeleton, ...entry } = pageOf(page)
  const automatic = page === "signIn" || page === "signUp" ? { automaticRedirect: true } : {}
  const own: { readonly appearance?: Appearance } | undefined = Reflect.get(componentProps, name)
  return (
    <ErrorBoundary
      fallback={(error, retry) => (
        <Frame fullPage={fullPage}>
          <FailureCard error={error} level={fullPage ? 1 : 2} retry={retry} />
        </Frame>
      )}
    >
      <Suspense
        fallback={
          <Waiting
            fullPage={fullPage}
            skeleton={
              isSettings ? (
                <SettingsSkeleton />
              ) : authType === undefined ? (
                <FormSkeleton {...skeleton} />
              ) : (
                <AuthSkeleton type={authType} fields={skeleton.fields} />
              )
            }
            header={isSettings && <PageHeader />}
            hasBackLink={entry.hasBackLink}
            appearance={own?.appearance}
            delaysEngine={showsProject}
          />
        }
      >
        <Component {...automatic} fullPage={fullPage} {...own} />
      </Suspense>
    </ErrorBoundary>
  )
}

interface FrameProps {
  readonly fullPage: boolean
  readonly children: ReactNode
}

const Frame = ({ children, fullPage }: FrameProps) => (
  <Scope as={fullPage ? "main" : "div"} className={fullPage ? "ks-screen" : undefined}>
    {children}
  </Scope>
)

interface WaitingProps {
  readonly fullPage: boolean
  /** Default the skeleton of a message card, which most pages show. */
  readonly skeleton?: ReactNode
  /** Rendered above it if it fills the page. */
  readonly header?: ReactNode
  /** Default `false`. */
  readonly hasBackLink?: boolean | undefined
  readonly appearance?: Appearance | undefined
  /** The page shows its first field without the engine. */
  readonly delaysEngine?: boolean
}

const noAppearance: Appearance = {}

/** In the frame of the page that follows, so that the card does not move. */
const Waiting = ({
  appearance = noAppearance,
  delaysEngine = false,
  fullPage,
  hasBackLink = false,
  header,
  skeleton = <FormSkeleton {...pageOf("signOut").skeleton} />
}: WaitingProps) => {
  useEngineDelay(delaysEngine)
  return (
    <Frame fullPage={fullPage}>
      <NoScript />
      <AppearanceContext value={appearance}>
        <IssuerContext value={true}>
          {fullPage && <Suspense>{header}</Suspense>}
          <WithSlowCard>{skeleton}</WithSlowCard>
        </IssuerContext>
      </AppearanceContext>
      {fullPage && (
        <Suspense>
          <PageFooter back={hasBackLink} />
        </Suspense>
      )}
    </Frame>
  )
}

const NotFound = ({ fullPage }: { readonly fullPage: boolean }) => {
  const { pageUnknown } = useMessages(pages)
  const { goHome } = useMessages()
  const goTo = useGoTo()
  return (
    <MessageCard
      fullPage={fullPage}
      icon={linkIcon}
      title={pageUnknown}
      primaryVariant="outline"
      primaryButtonText={goHome}
      primaryAction={() => goTo("home")}
    />
  )
}
