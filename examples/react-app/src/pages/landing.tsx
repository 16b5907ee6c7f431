/** The home page, which is public. */
import { SignedIn, SignedOut } from "keystile/react"
import { Icon, peopleIcon, pinIcon, checkIcon } from "../components/icons.tsx"
import { Paper } from "../components/paper.tsx"
import { useTitle } from "../components/page.tsx"
import { Link } from "../router.tsx"

export const Landing = () => {
  useTitle("A notice board for small teams")
  return (
    <div className="landing">
      <section className="hero">
        <div className="hero-text">
          <h1>The notice board in the hallway, wherever your people are.</h1>
          <p>
            For choirs, clubs and small crews. A few people pin what matters, everybody reads it, and nothing scrolls
            away.
          </p>
          <p className="links">
            <SignedOut pending={<span className="ks-skeleton" data-shape="control" />}>
              <Link href="/handler/sign-up" className="ks-button" data-variant="primary">
                Start a board
              </Link>
              <Link href="/handler/sign-in" className="ks-button" data-variant="outline">
                Sign in
              </Link>
            </SignedOut>
            <SignedIn>
              <Link href="/teams" className="ks-button" data-variant="primary">
                Open your boards
              </Link>
            </SignedIn>
          </p>
        </div>
        <div className="hero-board" aria-hidden="true">
          <Paper
            title="Saturday's rehearsal"
            text="10 to 1, in the old library. Bring the second half, and something warm."
          />
          <Paper title="Keys" text="The side door has a new lock. Wen has three spare keys." />
          <Paper title="Thank you!" text="214 people came on Friday. The roof fund is full." />
        </div>
      </section>
      <ul className="reasons">
        <li>
          <Icon path={pinIcon} />
          <h2>A board, not a feed</h2>
          <p className="ks-text">
            What is pinned stays until somebody takes it down. Fifty notices, then the oldest goes.
          </p>
        </li>
        <li>
          <Icon path={peopleIcon} />
          <h2>As many teams as you have</h2>
          <p className="ks-text">Invite people by email. Who may pin, and who may invite, is up to the team.</p>
        </li>
        <li>
          <Icon path={checkIcon} />
          <h2>You see what is new</h2>
          <p className="ks-text">What you have read is marked as read on all of your devices.</p>
        </li>
      </ul>
    </div>
  )
}
