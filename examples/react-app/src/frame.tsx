/** The frame of every page except those of sign-in: bar, page, footer. */
import { type ReactNode, useEffect, useRef } from "react"
import { SelectedTeamSwitcher, SignedIn, SignedOut, UserButton, useTeamState } from "keystile/react"
import { toggleScheme } from "./choices.ts"
import { Icon, sprigIcon } from "./components/icons.tsx"
import { LanguageChoice } from "./components/language-choice.tsx"
import { useOnline } from "./components/use-online.ts"
import { Link, navigate } from "./router.tsx"

interface FrameProps {
  readonly path: string
  /** The id of the page's team. */
  readonly teamId: string | undefined
  readonly children: ReactNode
}

export const Frame = ({ children, path, teamId }: FrameProps) => {
  const online = useOnline()
  const main = useFocusAt(path)
  return (
    <div className="frame ks" lang="en" dir="ltr">
      <header className="bar">
        <Link href="/" className="name">
          <Icon path={sprigIcon} />
          <span>Larkspur</span>
        </Link>
        <SignedIn pending={<span className="ks-skeleton bar-team" data-shape="control" />}>
          <div className="bar-team">
            {teamId === undefined ? <SelectedTeamSwitcher urlMap={boardOf} /> : <TeamSwitcher teamId={teamId} />}
          </div>
        </SignedIn>
        <div className="bar-end">
          <SignedOut>
            <Link href="/handler/sign-in" className="ks-button" data-variant="quiet" data-size="sm">
              Sign in
            </Link>
            <Link href="/handler/sign-up" className="ks-button" data-variant="outline" data-size="sm">
              Sign up
            </Link>
          </SignedOut>
          <SignedIn pending={<span className="ks-skeleton" data-shape="avatar" />}>
            <UserButton colorModeToggle={toggleScheme} extraItems={menu} />
          </SignedIn>
        </div>
      </header>
      {!online && (
        <p className="offline" role="status">
          You are offline. What you see may be old, and what you change cannot be kept until the network is back.
        </p>
      )}
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        <p>Larkspur is an example: a notice board on Keystile.</p>
        <LanguageChoice />
      </footer>
    </div>
  )
}

const boardOf = ({ id }: { readonly id: string }) => `/teams/${id}`

/** Shows the page's team, and makes it the user's selected team. */
const TeamSwitcher = ({ teamId }: { readonly teamId: string }) => {
  const { data: team } = useTeamState(teamId)
  return <SelectedTeamSwitcher urlMap={boardOf} selectedTeam={team ?? undefined} />
}

const menu = [{ text: "Your teams", icon: <Icon path={sprigIcon} />, onClick: () => navigate("/teams") }]

/** Moves the focus to the top of the page after navigation, for screen readers and keyboards. */
const useFocusAt = (path: string) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) main.current?.focus({ preventScroll: true })
    shown.current = path
  }, [path])
  return main
}
