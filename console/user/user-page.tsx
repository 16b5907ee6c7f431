/** The page of one user: the parts of the account on tabs, each with a URL of its own. */
import { Suspense, useState } from "react"
import { useUserByIdState } from "../../react/dashboard/use-users.ts"
import { Button } from "../components/button.tsx"
import { RecordFrame } from "../components/record-frame.tsx"
import { RecordPage } from "../components/record-page.tsx"
import { dateTimeOf } from "../components/times.ts"
import { tabOf } from "../components/page-tabs.tsx"
import { useForgetDrafts } from "../components/draft-store.ts"
import { useIsDeleted } from "../deletions/deletions.tsx"
import { useHost } from "../route/host.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { DeleteUsersDialog } from "../users/delete-users-dialog.tsx"
import { UserBadges } from "../users/user-badges.tsx"
import { nameOf } from "../users/user-name.ts"
import { AccountTab } from "./account-tab.tsx"
import { AuditTab } from "./audit-tab.tsx"
import { MetadataTab } from "./metadata-tab.tsx"
import { SessionsTab } from "./sessions-tab.tsx"
import { TeamsTab } from "./teams-tab.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

const tabs = [
  { name: "", title: "Account", Tab: AccountTab },
  { name: "sessions", title: "Sessions and keys", Tab: SessionsTab },
  { name: "teams", title: "Teams and permissions", Tab: TeamsTab },
  { name: "metadata", title: "Metadata", Tab: MetadataTab },
  { name: "audit-log", title: "Audit log", Tab: AuditTab }
] as const

export const UserPage = ({ now, project, rest }: ProjectPageProps) => {
  const [userId = "", tab = ""] = rest
  const user = useUserByIdState(userId)
  useForgetDrafts(userId, user.error?._tag === "UserNotFound")
  return (
    <RecordPage title="User" back="All users" backHref={projectHref(project.id, "users")} record={user}>
      {(data) => <UserDetails user={data} now={now} project={project} tab={tab} />}
    </RecordPage>
  )
}

const UserDetails = ({ now, project, tab, user }: UserTabProps & { readonly tab: string }) => {
  const isDeleted = useIsDeleted()(user.id)
  const { isDevelopment, SignInAsDialog } = useHost()
  const [dialog, setDialog] = useState<"delete" | "sign-in" | null>(null)
  const close = () => setDialog(null)
  const { Tab, name: current } = tabOf(tabs, tab)
  const name = nameOf(user)

  return (
    <>
      <RecordFrame
        kind="user"
        id={user.id}
        name={name}
        facts={
          <>
            <p className="ks-text">
              Signed up {dateTimeOf(user.signedUpAt)}, last active {dateTimeOf(user.lastActiveAt)}
            </p>
            <UserBadges user={user} />
          </>
        }
        actions={
          <>
            {(isDevelopment || user.isAnonymous !== true) && (
              <Button onClick={() => setDialog("sign-in")}>Sign in as</Button>
            )}
            {!isDeleted && (
              <Button variant="danger" onClick={() => setDialog("delete")}>
                Delete user
              </Button>
            )}
          </>
        }
        isDeleted={isDeleted}
        tabsLabel="Parts of the account"
        tabs={tabs}
        current={current}
        hrefOf={(part) => projectHref(project.id, "users", user.id, part)}
      >
        <Tab user={user} now={now} project={project} />
      </RecordFrame>
      {dialog === "sign-in" && (
        <Suspense fallback={null}>
          <SignInAsDialog project={project} user={user} onClose={close} />
        </Suspense>
      )}
      {dialog === "delete" && (
        <DeleteUsersDialog
          users={[user]}
          onClose={close}
          onDeleted={() => {
            close()
            location.hash = projectHref(project.id, "users")
          }}
        />
      )}
    </>
  )
}
