/** The projects of the signed-in owner, and a notice while the account has no second factor. */
import { Suspense, useEffect } from "react"
import { UserButton } from "../../react/components/user-button.tsx"
import { useOwnedProjects } from "../../react/hooks/use-owned-projects.ts"
import { useUser } from "../../react/hooks/use-user.ts"
import { ownerPath } from "./owner-path.ts"

const SETTINGS = `${ownerPath}/handler/account-settings#auth`

export const OwnedProjects = () => {
  useEffect(() => {
    document.title = "Projects · Keystile"
  }, [])
  return (
    <Suspense fallback={<main className="owners" aria-busy="true" />}>
      <SignedInPage />
    </Suspense>
  )
}

const SignedInPage = () => {
  const user = useUser({ or: "redirect" })
  return (
    <>
      <header className="owners-header">
        <span className="owners-name">Keystile</span>
        <UserButton />
      </header>
      <main className="owners">
        <h1>Your projects</h1>
        {!user.isMultiFactorRequired && (
          <p className="owners-notice">
            Your account has no second factor. <a href={SETTINGS}>Set it up in your account settings</a>: an owner can
            read and change all users.
          </p>
        )}
        <Projects />
      </main>
    </>
  )
}

const Projects = () => {
  const projects = useOwnedProjects()
  if (projects.length === 0) {
    return (
      <p>
        You own no project. The operator of this service adds one: <code>keystile owner add-project EMAIL PROJECT</code>
      </p>
    )
  }
  return (
    <ul className="owners-projects">
      {projects.map(({ displayName, id, userCount }) => (
        <li key={id}>
          <h2>{displayName}</h2>
          <p>{userCount === 1 ? "1 user" : `${userCount} users`}</p>
          <code>{id}</code>
        </li>
      ))}
    </ul>
  )
}
