/** The page of sign-in and of sign-up (specification, section 2). */
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
import { SignedInCard } from "../cards/failure-card.tsx"
import { MagicLinkSignIn } from "../magic-link/magic-link-sign-in.tsx"
import type { MockProject } from "./mock-project.ts"
import { OAuthButtons } from "../oauth/oauth-button-group.tsx"
import { PasskeyButton } from "../passkey/passkey-button.tsx"
import { Screen } from "../frame/screen.tsx"
import { SignInSteps } from "./sign-in-steps.tsx"
import { WithSlowCard } from "../cards/with-slow-card.tsx"

/** The two forms that a page can have. */
export type FirstTab = "magic-link" | "password"

export interface AuthFrameProps {
  /** Fills the page with the screen, as its `<main>`, and centres it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Who is signed in already goes on to where signing in leads. Default `false`. */
  readonly automaticRedirect?: boolean | undefined
  /** Stands below the forms: terms, a note, a link. */
  readonly extraInfo?: ReactNode
  /** Which form is the first and chosen one where there are both. Default `magic-link`. */
  readonly firstTab?: FirstTab | undefined
  /** Whether passkeys are offered in the field for the address, where the project has them. Default `true`. */
  readonly passkeyAutofill?: boolean | undefined
  /** A project to show the page for, instead of the provider's: for previews. Nothing is asked of the service. */
  readonly mockProject?: MockProject | undefined
  /** A look of its own, over the provider's. Write it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
}

/** What sign-in and sign-up differ in. */
interface KindProps {
  readonly type: "sign-in" | "sign-up"
  readonly title: "signInTitle" | "signUpTitle"
  /** The form with the password. */
  readonly form: ReactNode
  /** How many fields that form has. */
  readonly fields: number
  /** The link to the other page. */
  readonly footer: (project: MockProject, messages: Messages) => ReactNode
  /** What stands in place of the forms, if this project wants none. */
  readonly instead?: (project: MockProject, level: 1 | 2) => ReactNode
}

export const AuthFrame = ({ fields, mockProject, ...props }: AuthFrameProps & KindProps) => {
  // Whose project it is may have to be waited for, too: a runtime of the application's own can take its time.
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

/** In the layout that the page had the last time, so that nothing jumps when it comes. */
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
 * Asks for the project and the user, and says whether what the page waits for is here. Until then it is not rendered, let
 * alone suspends: that would take longer than what it has to show, and what only a retry of Suspense reveals, React holds
 * back until its fallback was to be seen for 300 ms.
 */
const useArrival = (isLive: boolean): boolean => {
  const { cache, initial } = useKeystile()
  const { locale } = useContext(MessagesContext)
  const onServer = useOnServer()
  const isKnown = <A, E>(query: ClientQuery<A, E>) =>
    (onServer ? initial(query) : cache.read(query))?.exit !== undefined
  // Both are asked for, the project first: who the user is, is mostly known without a request.
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
  // Whoever is signing in right now goes on seeing the form, until the next page is there.
  const changing = useIsChangingSession()
  const signedIn = user !== null && !changing
  const leaving = signedIn && automaticRedirect && navigation.method !== "none"

  useEffect(() => {
    if (!leaving) return
    // Once, also where effects run twice: a router has changed the page by the second time, and the return URL with it.
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
  // Here, so that it is the same one after a step that took the card's place.
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
