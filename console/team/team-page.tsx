/** The page of one team: its parts on tabs, each with a URL of its own. */
import { useState } from "react"
import { useTeamByIdState } from "../../react/dashboard/use-all-teams.ts"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import { Button } from "../components/button.tsx"
import { tabOf } from "../components/page-tabs.tsx"
import { RecordFrame } from "../components/record-frame.tsx"
import { RecordPage } from "../components/record-page.tsx"
import { dateTimeOf } from "../components/times.ts"
import { useForgetDrafts } from "../components/draft-store.ts"
import { useIsDeleted } from "../deletions/deletions.tsx"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { teamNameOf } from "../teams/team-name.ts"
import { ApiKeysTab } from "./api-keys-tab.tsx"
import { AuditTab } from "./audit-tab.tsx"
import { DeleteTeamDialog } from "./delete-team-dialog.tsx"
import { InvitationsTab } from "./invitations-tab.tsx"
import { MembersTab } from "./members-tab.tsx"
import { MetadataTab } from "./metadata-tab.tsx"
import { ProfileTab } from "./profile-tab.tsx"
import type { TeamTabProps } from "./team-tab-props.ts"

const tabs = [
  { name: "", title: "Members", Tab: MembersTab },
  { name: "invitations", title: "Invitations", Tab: InvitationsTab },
  { name: "profile", title: "Profile", Tab: ProfileTab },
  { name: "metadata", title: "Metadata", Tab: MetadataTab },
  { name: "api-keys", title: "API keys", Tab: ApiKeysTab },
  { name: "audit-log", title: "Audit log", Tab: AuditTab }
] as const

export const TeamPage = ({ now, project, rest }: ProjectPageProps) => {
  const [teamId = "", tab = ""] = rest
  const team = useTeamByIdState(teamId)
  useForgetDrafts(teamId, team.error?._tag === "TeamNotFound")
  return (
    <RecordPage title="Team" back="All teams" backHref={projectHref(project.id, "teams")} record={team}>
      {(data) => <TeamDetails team={data} now={now} project={project} tab={tab} />}
    </RecordPage>
  )
}

const TeamDetails = ({ now, project, tab, team }: TeamTabProps & { readonly tab: string }) => {
  const isDeleted = useIsDeleted()(team.id)
  const settings = useProjectSettingsState()
  const [deleting, setDeleting] = useState(false)
  const close = () => setDeleting(false)
  const { Tab, name: current } = tabOf(tabs, tab)
  const name = teamNameOf(team)
  const hasApiKeys = settings.data?.config.allowTeamApiKeys === true

  return (
    <>
      <RecordFrame
        kind="team"
        id={team.id}
        name={name}
        facts={<p className="ks-text">Created {dateTimeOf(team.createdAt)}</p>}
        actions={
          !isDeleted && (
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete team
            </Button>
          )
        }
        isDeleted={isDeleted}
        tabsLabel="Parts of the team"
        tabs={tabs.filter((one) => one.Tab !== ApiKeysTab || hasApiKeys || Tab === ApiKeysTab)}
        current={current}
        hrefOf={(part) => projectHref(project.id, "teams", team.id, part)}
      >
        <Tab team={team} now={now} project={project} />
      </RecordFrame>
      {deleting && (
        <DeleteTeamDialog
          team={team}
          onClose={close}
          onDeleted={() => {
            close()
            location.hash = projectHref(project.id, "teams")
          }}
        />
      )}
    </>
  )
}
