/** The page of sign-in and of sign-up. */
import { type ReactNode, Suspense, useContext, useEffect, useState } from "react"
import { type ClientQuery, projectQuery, userQuery } from "../../../tiers/cache/queries.ts"
import { Card } from "../../components/card.tsx"
import { Separator } from "../../components/separator.tsx"
import { FormSkeleton } from "../../components/form-skeleton.tsx"
import { Tabs } from "../../components/tabs.tsx"
import { LastTag } from "../../components/last-tag.tsx"
import { useClient } from "../../hooks/use-client.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useProject } from "../../hooks/use-project.ts"
import { useUser } from "../../hooks/use-user.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"
import { rememberLayout, useLastLayout } from "./last-layout.ts"
import { useLastUsed } from "./last-used.ts"
import type { Messages } from "../../messages/english.ts"
import { MessagesContext, useMessages } from "../../messages/messages.ts"
import { useIsChangingSession } from "../../runtime/use-is-changing-session.ts"
import { useOnServer } from "../../runtime/on-server.ts"
import type { Theme } from "../../theme/theme.ts"
import { SignedInCard } from "../cards/signed-in-card.tsx"
import { MagicLinkSignIn } from "../magic-link/magic-link-sign-in.tsx"
import type { MockProject } from "./mock-project.ts"
import { OAuthButtons } from "../oauth/oauth-button-group.tsx"
import { PasskeyButton } from "../passkey/passkey-button.tsx"
import { Screen } from "../frame/screen.tsx"
import { SignInSteps } from "./sign-in-steps.tsx"
import { WithSlowCard } from "../cards/with-slow-card.tsx"

/** The two forms of the page. */
export type FirstTab = "magic-link" | "password"

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
  readonly footer: (project: MockProject, messages: Messages) => ReactNode
  /** Returns content that replaces the forms, or `null`. */
  readonly instead?: (project: MockProject, level: 1 | 2) => ReactNode
}

export const AuthFrame = ({ fields, mockProject, ...props }: AuthFrameProps & KindProps) => {
  // The skeleton may suspend for the project's id, since the layers of an application's runtime can be asynchronous.
  const loading = (
    <Suspense fallback={<FormSkeleton fields={fields} />}>
      <AuthSkeleton type={props.type} fields={fields} firstTab={props.firstTab} />
    </Suspense>
  )
  const isHere = useArrival(mockProject === undefined)
  const page = isHere ? <LivePage {...props} loading={loading} /> : <WithSlowCard>{loading}</WithSlowCard>
  return (
    <Screen fullPage={props.fullPage} theme={props.theme} loading={loading}>
      {mockProject === undefined ? page : <AuthCard {...props} project={mockProject} />}
    </Screen>
  )
}

/** The skeleton in the layout of the last visit, so that nothing moves when the page is loaded. */
const AuthSkeleton = ({ fields, firstTab, type }: Pick<AuthFrameProps & KindProps, "fields" | "firstTab" | "type">) => {
  const { projectId } = useClient()
  const { credentialEnabled, magicLinkEnabled, oauthProviders, passkeyEnabled, signUpEnabled } =
    useLastLayout(projectId)
  const mail = magicLinkEnabled && !(credentialEnabled && firstTab === "password")
  return (
    <FormSkeleton
      buttons={oauthProviders.length + Number(passkeyEnabled && type === "sign-in")}
      fields={mail ? 1 : credentialEnabled ? fields : 0}
      tabs={credentialEnabled && magicLinkEnabled}
      footer={type === "sign-up" || signUpEnabled}
    />
  )
}

/**
 * Reads project and user, and returns whether both and the language are loaded. The page is rendered after that
 * instead of suspending: React reveals the content of a `<Suspense>` retry at least 300 ms after its fallback.
 */
const useArrival = (isLive: boolean): boolean => {
  const { cache, initial } = useKeystile()
  const { locale } = useContext(MessagesContext)
  const onServer = useOnServer()
  const isKnown = <A, E>(query: ClientQuery<A, E>) =>
    (onServer ? initial(query) : cache.read(query))?.exit !== undefined
  // Reads both, the project first: the user mostly needs no request.
  const [wasHere] = useState(() => isLive && [isKnown(projectQuery), isKnown(userQuery)].every(Boolean))
  const [arrived, setArrived] = useState(false)
  useEffect(() => {
    if (!isLive) return undefined
    let isMounted = true
    void Promise.all([cache.read(userQuery).promise, cache.read(projectQuery).promise, locale.loading]).then(() => {
      if (isMounted) setArrived(true)
    })
    return () => {
      isMounted = false
    }
  }, [cache, isLive, locale])
  return wasHere || arrived
}

type PageProps = Omit<AuthFrameProps & KindProps, "fields" | "mockProject">

const LivePage = ({ loading, ...props }: PageProps & { readonly loading: ReactNode }) => {
  const { automaticRedirect = false, fullPage = false, type } = props
  const { navigation, projectId } = useClient()
  const user = useUser()
  const project = useProject()
  const goTo = useGoTo()
  useEffect(() => rememberLayout(projectId, project.config), [projectId, project.config])
  // The form stays during sign-in, until the redirect.
  const changing = useIsChangingSession()
  const signedIn = user !== null && !changing
  const leaving = signedIn && automaticRedirect && navigation.method !== "none"

  useEffect(() => {
    if (!leaving) return
    // Once, also in StrictMode: a second navigation would lose the return URL, since a router has changed the page by
    // then.
    const page = type === "sign-in" ? "afterSignIn" : "afterSignUp"
    const timer = setTimeout(() => goTo(page, { replace: true }), 0)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react/exhaustive-deps -- once
  }, [leaving])

  if (leaving) return loading
  if (signedIn) return <SignedInCard level={fullPage ? 1 : 2} />
  return <AuthCard {...props} project={project} />
}

interface AuthCardProps extends PageProps {
  readonly project: MockProject
}

const AuthCard = (props: AuthCardProps) => {
  const { firstTab, form, fullPage = false, instead, passkeyAutofill = true, project, type } = props
  const messages = useMessages()
  const { emailTab, methods, noMethod, orContinueWith, passwordTab } = messages
  const { config } = project
  const last = useLastUsed()
  // State of this component, so that the tab is kept while a second step replaces the card.
  const [tab, setTab] = useState<string | undefined>(firstTab)
  const level = fullPage ? 1 : 2

  const passkey = type === "sign-in" && config.passkeyEnabled
  const buttons = passkey || config.oauthProviders.length > 0
  const both = config.credentialEnabled && config.magicLinkEnabled
  const forms = config.credentialEnabled || config.magicLinkEnabled

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
    instead?.(project, level) ?? (
      <SignInSteps card level={level} autofill={passkey && passkeyAutofill}>
        <Card level={level} title={messages[props.title]} footer={props.footer(project, messages)}>
          {buttons && (
            <OAuthButtons type={type} providers={config.oauthProviders}>
              {passkey && <PasskeyButton />}
            </OAuthButtons>
          )}
          {buttons && forms && <Separator>{orContinueWith}</Separator>}
          {both && <Tabs label={methods} selected={tab} onSelect={setTab} tabs={tabs} />}
          {!both && config.magicLinkEnabled && <MagicLinkSignIn />}
          {!both && config.credentialEnabled && form}
          {!buttons && !forms && <p className="ks-text">{noMethod}</p>}
          {props.extraInfo !== undefined && <div className="ks-text">{props.extraInfo}</div>}
        </Card>
      </SignInSteps>
    )
  )
}
