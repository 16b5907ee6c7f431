/** Selects the page of a path. */
import { type ReactNode, Suspense, useEffect } from "react"
import { Handler, useLanguage } from "keystile/react"
import { Frame } from "./frame.tsx"
import { Account } from "./pages/account.tsx"
import { Board } from "./pages/board.tsx"
import { Landing } from "./pages/landing.tsx"
import { NewTeam } from "./pages/new-team.tsx"
import { NotFound } from "./pages/not-found.tsx"
import { People } from "./pages/people.tsx"
import { Teams } from "./pages/teams.tsx"
import { PageSkeleton } from "./components/skeletons.tsx"
import { LanguageChoice } from "./components/language-choice.tsx"
import { usePath } from "./router.tsx"

export const App = () => {
  const path = usePath()
  const isHandler = path.startsWith("/handler/")
  usePageLanguage(isHandler)
  if (isHandler) return <Handler location={path} componentProps={handlerProps} documentTitle={titleOf} />
  const teamId = /^\/teams\/([^/]+)/.exec(path)?.[1]
  return (
    <Frame path={path} teamId={teamId === "new" ? undefined : teamId}>
      <Suspense fallback={<PageSkeleton />}>{pageAt(path, teamId)}</Suspense>
    </Frame>
  )
}

const pageAt = (path: string, teamId: string | undefined): ReactNode => {
  switch (path) {
    case "/":
      return <Landing />
    case "/teams":
      return <Teams />
    case "/teams/new":
      return <NewTeam />
    case `/teams/${teamId}`:
      return <Board key={path} teamId={teamId ?? ""} />
    case `/teams/${teamId}/people`:
      return <People key={path} teamId={teamId ?? ""} />
    case "/account":
      return <Account />
    default:
      return <NotFound />
  }
}

const handlerProps = {
  SignIn: { extraInfo: <LanguageChoice /> },
  SignUp: { extraInfo: <LanguageChoice /> }
}

const titleOf = (name: string) => `${name} · Larkspur`

/** Sets the document's language: the chosen one on the pages of sign-in, English on Larkspur's own pages. */
const usePageLanguage = (isHandler: boolean) => {
  const { direction, tag } = useLanguage()
  useEffect(() => {
    document.documentElement.lang = isHandler ? tag : "en"
    document.documentElement.dir = isHandler ? direction : "ltr"
  }, [direction, isHandler, tag])
}
