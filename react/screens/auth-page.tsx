/** The page of sign-in and of sign-up (specification, section 2). */
import { type ReactNode, useEffect, useSyncExternalStore } from "react"
import type { Project } from "../../core/schema/project.ts"
import { Card } from "../components/card.tsx"
import { FormSkeleton } from "../components/skeleton.tsx"
import { useClient } from "../hooks/use-client.ts"
import { useGoTo } from "../hooks/use-page.ts"
import { useProject } from "../hooks/use-project.ts"
import { useUser } from "../hooks/use-user.ts"
import { useKeystile } from "../keystile-context.ts"
import { useMessages } from "../messages/messages.ts"
import type { Theme } from "../theme/theme.ts"
import { projectQuery } from "../../tiers/cache/queries.ts"
import { SignedInCard } from "./cards.tsx"
import { Screen } from "./screen.tsx"

export interface AuthPageProps {
  /** Fills the page with the screen, as its `<main>`, and centres it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Who is signed in already goes on to where signing in leads. Default `false`. */
  readonly automaticRedirect?: boolean | undefined
  /** Stands below the form: terms, a note, a link. */
  readonly extraInfo?: ReactNode
  /** A look of its own, over the provider's. Write it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
}

/** What sign-in and sign-up differ in. */
interface KindProps {
  readonly title: string
  readonly form: ReactNode
  /** How many fields the form has. */
  readonly fields: number
  /** The way out, onto the other page. */
  readonly stub: (project: Project) => ReactNode
  /** What stands in place of the form, if this project wants none. */
  readonly instead?: (project: Project, level: 1 | 2) => ReactNode
  readonly after: "afterSignIn" | "afterSignUp"
}

export const AuthPage = ({ fields, ...props }: AuthPageProps & KindProps) => {
  const loading = <FormSkeleton fields={fields} />
  return (
    <Screen fullPage={props.fullPage} theme={props.theme} loading={loading}>
      <AuthContent {...props} loading={loading} />
    </Screen>
  )
}

interface ContentProps extends AuthPageProps, Omit<KindProps, "fields"> {
  readonly loading: ReactNode
}

const AuthContent = (
  { after, automaticRedirect = false, extraInfo, form, fullPage = false, instead, loading, stub, title }: ContentProps
) => {
  const { changes } = useKeystile()
  const messages = useMessages()
  const { navigation } = useClient()
  usePrefetchedProject()
  const user = useUser()
  const project = useProject()
  const goTo = useGoTo()
  // Whoever is signing in right now goes on seeing the form, until the next page is there.
  const changing = useSyncExternalStore(changes.subscribe, changes.active, () => false)
  const level = fullPage ? 1 : 2
  const signedIn = user !== null && !changing
  const leaving = signedIn && automaticRedirect && navigation.method !== "none"

  useEffect(() => {
    if (!leaving) return
    // Once, also where effects run twice: a router has changed the page by the second time, and the way back with it.
    const timer = setTimeout(() => goTo(after, { replace: true }), 0)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react/exhaustive-deps -- once
  }, [leaving])

  if (leaving) return loading
  if (signedIn) return <SignedInCard level={level} />
  return instead?.(project, level) ?? (
    <Card level={level} title={title} stub={stub(project)}>
      {project.config.credentialEnabled ? form : <p className="ks-text">{messages.noMethod}</p>}
      {extraInfo !== undefined && <div className="ks-text">{extraInfo}</div>}
    </Card>
  )
}

/** Asks for the project beside the user, not after it. */
const usePrefetchedProject = () => {
  const { cache } = useKeystile()
  cache.read(projectQuery)
}
