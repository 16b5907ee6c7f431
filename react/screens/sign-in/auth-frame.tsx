/** The page of sign-in and of sign-up. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import { ApplicationNameContext, WithApplicationName } from "../../components/application-name.tsx"
import { Card } from "../../components/card.tsx"
import { Separator } from "../../components/separator.tsx"
import { preloadProviderLogos } from "../../components/provider-logos.ts"
import { Tabs } from "../../components/tabs.tsx"
import { LastTag } from "../../components/last-tag.tsx"
import { currentUrl } from "../../../core/navigation/page-url.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { infoOf } from "../../forms/use-form-proof.ts"
import type { MethodSettings } from "../../runtime/sign-in-settings.ts"
import { AuthSkeleton, type FirstTab } from "./auth-skeleton.tsx"
import { useSignInView } from "./use-sign-in-view.ts"
import { useLastUsed } from "./last-used.ts"
import type { Messages } from "../../messages/english.ts"
import { useMessages } from "../../messages/messages.ts"
import { format, type Template } from "../../messages/template.ts"
import { useFirstFrame } from "../../runtime/use-first-frame.ts"
import { useIsChangingSession } from "../../runtime/use-is-changing-session.ts"
import { useSite } from "../../runtime/use-site.ts"
import type { Appearance } from "../../theme/appearance.ts"
import type { Theme } from "../../theme/theme.ts"
import { SignedInCard } from "../cards/signed-in-card.tsx"
import { MagicLinkSignIn } from "../magic-link/magic-link-sign-in.tsx"
import type { MockProject } from "./mock-project.ts"
import { OAuthButtons } from "../oauth/oauth-buttons.tsx"
import { PasskeyButton } from "../passkey/passkey-button.tsx"
import { PageFooter } from "../frame/page-footer.tsx"
import { Screen } from "../frame/screen.tsx"
import { SignInSteps } from "./sign-in-steps.tsx"
import { WithSlowCard } from "../cards/with-slow-card.tsx"

export interface AuthFrameProps {
  /** Fills the page with the screen as its `<main>`, and centers it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Redirects signed-in users to `afterSignIn` or `afterSignUp`. Default `false`. */
  readonly automaticRedirect?: boolean | undefined
  /** Rendered below the forms, e.g. a link to the terms. */
  readonly extraInfo?: ReactNode
  /** The first and selected form, if the project has both. Default `magic-link`. */
  readonly firstTab?: FirstTab | undefined
  /** Offers passkeys in the email field, if the project allows them. Default `true`. */
  readonly passkeyAutofill?: boolean | undefined
  /** Replaces the provider's project, for previews. No request is sent. */
  readonly mockProject?: MockProject | undefined
  /** Theme of this screen, over the provider's. Create it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
  /** Slots of the cards, and class names of their elements. */
  readonly appearance?: Appearance | undefined
}

/** Differences of sign-in and sign-up. */
interface KindProps {
  readonly type: "sign-in" | "sign-up"
  readonly title: "signInTitle" | "signUpTitle"
  /** The form with email and password. */
  readonly form: ReactNode
  /** Number of fields of that form. */
  readonly fields: number
  /** The link to the other page. */
  readonly footer: (settings: MethodSettings, messages: Messages) => ReactNode
  /** Returns content that replaces the forms, or `null`. */
  readonly instead?: (settings: MethodSettings, level: 1 | 2) => ReactNode
}

export const AuthFrame = ({ fields, mockProject, ...props }: AuthFrameProps & KindProps) => {
  // While the project is read. Only the buttons are rendered again when the logos are loaded.
  useEffect(() => void preloadProviderLogos(), [])
  const loading = <AuthSkeleton type={props.type} fields={fields} firstTab={props.firstTab} />
  const name = mockProject === undefined ? undefined : (mockProject.displayName ?? null)
  return (
    <ApplicationNameContext value={name}>
      <Screen
        fullPage={props.fullPage}
        theme={props.theme}
        appearance={props.appearance}
        loading={loading}
        footer={<PageFooter back />}
      >
        {mockProject === undefined ? (
          <LivePage {...props} loading={loading} />
        ) : (
          <AuthCard {...props} settings={mockProject.config} />
        )}
      </Screen>
    </ApplicationNameContext>
  )
}

type PageProps = Omit<AuthFrameProps & KindProps, "fields" | "mockProject">

const LivePage = ({ loading, ...props }: PageProps & { readonly loading: ReactNode }) => {
  const { automaticRedirect = false, fullPage = false, type } = props
  const { method, projectId } = useSite()
  const { isRestricted, isSignedIn, settings } = useSignInView(projectId)
  const goTo = useGoTo()
  // The form stays during sign-in, until the redirect.
  const changing = useIsChangingSession()
  const signedIn = isSignedIn === true && !changing
  const leaving = signedIn && (automaticRedirect || isRestricted) && method !== "none"

  // The URL with the return URL. After the form's own redirect a router may show this page a moment longer, below the
  // URL of the next one.
  const url = useRef<URL | null>(null)
  useEffect(() => {
    if (url.current === null || (isSignedIn === false && !changing)) url.current = currentUrl()
  })

  useEffect(() => {
    if (!leaving) return
    // Once, also in StrictMode, where the effect runs twice.
    const page = isRestricted ? "onboarding" : type === "sign-in" ? "afterSignIn" : "afterSignUp"
    const timer = setTimeout(() => goTo(page, { replace: true }, url.current), 0)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react/exhaustive-deps -- once
  }, [leaving])

  if (settings === null) return <LateSkeleton>{loading}</LateSkeleton>
  if (leaving) return loading
  if (signedIn) return <SignedInCard level={fullPage ? 1 : 2} />
  return (
    <ApplicationNameContext value={settings.displayName || null}>
      <AuthCard {...props} settings={settings} />
    </ApplicationNameContext>
  )
}

/**
 * The skeleton, from the first frame on. A service that responds before it costs no skeleton, whose style, layout and
 * paint take a slow phone a tenth of a second.
 */
const LateSkeleton = ({ children }: { readonly children: ReactNode }) =>
  useFirstFrame() ? <WithSlowCard>{children}</WithSlowCard> : <div className="ks-card" data-open="" />

interface AuthCardProps extends PageProps {
  readonly settings: MethodSettings
}

const AuthCard = (props: AuthCardProps) => {
  const { firstTab, form, fullPage = false, instead, passkeyAutofill = true, settings, type } = props
  const messages = useMessages()
  const { emailTab, methods, noMethod, orContinueWith, passwordTab } = messages
  const last = useLastUsed()
  // State of this component, so that the tab is kept while a second step replaces the card.
  const [tab, setTab] = useState<string | undefined>(firstTab)
  const level = fullPage ? 1 : 2

  const passkey = type === "sign-in" && settings.passkeyEnabled
  const buttons = passkey || settings.oauthProviders.length > 0
  const both = settings.credentialEnabled && settings.magicLinkEnabled
  const forms = settings.credentialEnabled || settings.magicLinkEnabled

  const label = (method: FirstTab, text: string) =>
    last === method ? (
      <>
        {text}
        <LastTag />
      </>
    ) : (
      text
    )
  const tabs = [
    { id: "magic-link", label: label("magic-link", emailTab), content: <MagicLinkSignIn /> },
    { id: "password", label: label("password", passwordTab), content: form }
  ]
  if (firstTab === "password") tabs.reverse()

  return (
    instead?.(settings, level) ?? (
      <SignInSteps
        card
        level={level}
        autofill={passkey && passkeyAutofill}
        hasOtherMethods={buttons || settings.credentialEnabled}
        signUpProof={infoOf(settings)}
      >
        <WithApplicationName>
          {(name) => (
            <Card
              level={level}
              title={titleFor(name, messages[props.title], messages[`${props.title}Unnamed`])}
              footer={props.footer(settings, messages)}
            >
              {buttons && (
                <OAuthButtons type={type} providers={settings.oauthProviders}>
                  {passkey && <PasskeyButton />}
                </OAuthButtons>
              )}
              {buttons && forms && <Separator>{orContinueWith}</Separator>}
              {both && <Tabs label={methods} selected={tab} onSelect={setTab} tabs={tabs} />}
              {!both && settings.magicLinkEnabled && <MagicLinkSignIn />}
              {!both && settings.credentialEnabled && form}
              {!buttons && !forms && <p className="ks-text">{noMethod}</p>}
              {props.extraInfo !== undefined && <div className="ks-text">{props.extraInfo}</div>}
            </Card>
          )}
        </WithApplicationName>
      </SignInSteps>
    )
  )
}

/**
 * Returns a title with the application's name, or the title without one if there is no name. A text of the
 * application that does not contain the name is used as it is.
 */
const titleFor = (name: string | null, named: Template<"app">, unnamed: string): string =>
  name === null && String(named).includes("{app}") ? unnamed : format(named, { app: name ?? "" })
