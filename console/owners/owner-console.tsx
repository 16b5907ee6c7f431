/** The console of `keystile serve`: the pages of the owner's projects, by the session of the owner. */
import { lazy, useEffect, useMemo, useState } from "react"
import { useOwnedProjectsState } from "../../react/hooks/use-owned-projects.ts"
import { useUserState } from "../../react/hooks/use-user-state.ts"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { textOf } from "../components/problem-text.ts"
import { forgetDrafts } from "../components/draft-store.ts"
import type { Batch } from "../deletions/deletion-queue.ts"
import { Frame } from "../frame/frame.tsx"
import { pagesOfProject } from "../project/pages-of-project.tsx"
import { type ConsoleHost, HostProvider } from "../route/host.ts"
import type { PageGroup } from "../route/page-props.ts"
import { useHash } from "../route/route.ts"
import { useServiceTime } from "../route/use-service-time.ts"
import "../styles/console.css"
import { OwnedProjects } from "./owned-projects.tsx"
import { OwnerMenu } from "./owner-menu.tsx"
import { NotDeletedNotice, notDeletedIn } from "./not-deleted.tsx"
import { mountPath, ownerPath } from "./owner-path.ts"
import { SignedOutDialog, SignedOutNotice } from "./signed-out.tsx"
import { useLastData } from "./use-last-data.ts"
import { useOwnerSession } from "./use-owner-session.ts"

const ProjectPages = lazy(() => import("../project/project-pages.tsx"))
const ImpersonateDialog = lazy(() => import("../impersonation/impersonate-dialog.tsx"))
const Palette = lazy(() => import("../palette/palette.tsx"))

/** The interval at which the data that is shown is read again, in milliseconds. */
const REFRESH = 15_000

const SETTINGS = `${ownerPath}/handler/account-settings#auth`

const OwnerConsole = () => {
  const state = useUserState()
  const [last, setLast] = useState(state.data ?? null)
  const [notDeleted, setNotDeleted] = useState<string | null>(null)
  /** Called after another owner has signed in, with the deletions of the previous owner. */
  const onDeletionsEnd = (batches: ReadonlyArray<Batch>) => {
    const what = notDeletedIn(batches)
    if (what !== null) setNotDeleted(what)
  }
  if (state.data && state.data !== last) setLast(state.data)
  if (last !== null) {
    // The key replaces all pages when another owner signs in, who must not see the drafts and new secrets of this one.
    // The pages stay when the same owner signs in again.
    return (
      <SignedIn
        key={last.id}
        userId={last.id}
        hasSecondFactor={last.isMultiFactorRequired}
        notDeleted={notDeleted}
        onNotDeletedClose={() => setNotDeleted(null)}
        onDeletionsEnd={onDeletionsEnd}
      />
    )
  }
  if (state.data === null) return <GoToSignIn />
  if (state.error === null) return <main aria-busy="true" />
  return (
    <main className="ks ks-desk">
      <Notice tone="warning" live="alert">
        {textOf(state.error)}
      </Notice>
      <Button onClick={() => void state.refresh()}>Try again</Button>
    </main>
  )
}

export default OwnerConsole

/** Redirects to sign-in, which redirects back to this URL with its hash. */
const GoToSignIn = () => {
  useUserState({ or: "redirect" })
  return <main aria-busy="true" />
}

interface Props {
  readonly userId: string
  readonly hasSecondFactor: boolean
  /** The deletions of the previous owner that failed, such as `2 users`; `null` without any. */
  readonly notDeleted: string | null
  readonly onNotDeletedClose: () => void
  readonly onDeletionsEnd: (batches: ReadonlyArray<Batch>) => void
}

const SignedIn = ({ hasSecondFactor, notDeleted, onDeletionsEnd, onNotDeletedClose, userId }: Props) => {
  const { isSignedOut, owner } = useOwnerSession(userId)
  const [isLeaving, setLeaving] = useState(false)
  const owned = useLastData(useOwnedProjectsState())
  useRefreshing(owned.refresh)
  useEffect(() => forgetDrafts, [])
  const now = useServiceTime()
  const host = useMemo(
    (): ConsoleHost => ({
      baseUrl: `${location.origin}${mountPath}`,
      consoleUrl: `${location.origin}${ownerPath}`,
      mailFrameUrl: `${ownerPath}/mail-frame`,
      ownerOf: () => owner,
      refreshMillis: REFRESH,
      SignInAsDialog: ImpersonateDialog,
      // The list of projects is read again on each page.
      onProjectDeleted: () => {},
      isDevelopment: false
    }),
    [owner]
  )
  const projects = owned.data?.map(({ config, displayName, id }) => ({
    id,
    displayName,
    domains: config.domains,
    publishableClientKey: undefined
  }))
  const groups: ReadonlyArray<PageGroup> = [
    {
      title: "Project",
      pages: [
        { name: "projects", title: "Projects", isOfProject: false, show: () => <OwnedProjects projects={owned} /> },
        // The other pages show a project.
        ...(projects?.length === 0 ? [] : pagesOfProject(ProjectPages))
      ]
    }
  ]
  return (
    <HostProvider value={host}>
      <Frame
        groups={groups}
        projects={projects}
        now={now}
        Palette={Palette}
        dialog={isSignedOut && !isLeaving && <SignedOutDialog />}
        notices={
          <>
            {notDeleted !== null && <NotDeletedNotice what={notDeleted} onClose={onNotDeletedClose} />}
            {isSignedOut && !isLeaving ? <SignedOutNotice /> : !hasSecondFactor && <NoSecondFactor />}
          </>
        }
        onDeletionsEnd={onDeletionsEnd}
      >
        <OwnerMenu onSignOut={() => setLeaving(true)} />
      </Frame>
    </HostProvider>
  )
}

/** Reads the projects again on each page and at intervals, because pages and other owners rename and delete them. */
const useRefreshing = (refresh: () => Promise<void>) => {
  const hash = useHash()
  useEffect(() => void refresh(), [hash, refresh])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, REFRESH)
    return () => clearInterval(timer)
  }, [refresh])
}

const NoSecondFactor = () => (
  <div className="ks-banner">
    <Notice tone="warning">
      Your account has no second factor.{" "}
      <a className="ks-link" href={SETTINGS}>
        Set it up in your account settings
      </a>
      : an owner can read and change all users.
    </Notice>
  </div>
)
