/** The settings page of one team, with the sections that the user's permissions allow. */
import * as Effect from "effect/Effect"
import type { Team } from "../../core/schema/team.ts"
import { Client } from "../../tiers/client.ts"
import { usePermissionsState } from "../hooks/use-permissions.ts"
import { useProjectState } from "../hooks/use-project.ts"
import { useTeamProfileState } from "../hooks/use-team-members.ts"
import { account } from "../messages/english/account.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { TeamApiKeys } from "./api-keys.tsx"
import { ImageEditor } from "./image-editor.tsx"
import { Invitations } from "./invitations.tsx"
import { LeaveTeam } from "./leave-team.tsx"
import { Members } from "./members.tsx"
import { FieldSkeleton, SectionsSkeleton } from "./page-skeleton.tsx"
import { Page, Section, ReadErrorNotice } from "./section.tsx"
import { TextForm, useNameCheck } from "./text-form.tsx"
import { useLatest } from "./use-latest.ts"

interface Props {
  readonly team: Team
}

export const TeamPage = ({ team }: Props) => {
  const { data: permissions, error, refresh } = useLatest(usePermissionsState(team))
  const { data: project } = useLatest(useProjectState())
  const may = (id: string) => permissions?.some((permission) => permission.id === id) === true
  if (permissions === undefined && error === null) {
    return (
      <Page title={team.displayName}>
        <SectionsSkeleton />
      </Page>
    )
  }
  return (
    <Page title={team.displayName}>
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {may("$update_team") && <TeamLook team={team} />}
      <OwnName team={team} />
      {may("$read_members") && <Members team={team} mayRemove={may("$remove_members")} />}
      {may("$invite_members") && (
        <Invitations team={team} mayRead={may("$read_members")} mayRevoke={may("$remove_members")} />
      )}
      {may("$manage_api_keys") && project?.config.allowTeamApiKeys === true && <TeamApiKeys team={team} />}
      <LeaveTeam team={team} mayRead={may("$read_members")} />
    </Page>
  )
}

const TeamLook = ({ team }: Props) => {
  const texts = useMessages(teamTexts)
  const { save, saved } = useMessages(account)
  const check = useNameCheck({ required: true })
  return (
    <>
      <Section title={texts.teamImage} text={texts.teamImageText}>
        <ImageEditor
          kind="team"
          label={texts.teamImage}
          name={team.displayName}
          url={team.profileImageUrl}
          save={(profileImageUrl) => Effect.flatMap(Client, ({ teams }) => teams.update(team.id, { profileImageUrl }))}
        />
      </Section>
      <Section title={texts.teamName} text={texts.teamNameText}>
        <TextForm
          label={texts.teamName}
          value={team.displayName}
          submit={save}
          check={check}
          effect={(displayName) => Effect.flatMap(Client, ({ teams }) => teams.update(team.id, { displayName }))}
          done={saved}
        />
      </Section>
    </>
  )
}

const OwnName = ({ team }: Props) => {
  const texts = useMessages(teamTexts)
  const { name, save, saved } = useMessages(account)
  const { data: profile, error, refresh } = useLatest(useTeamProfileState(team))
  const check = useNameCheck({ required: true })
  return (
    <Section title={texts.ownName} text={texts.ownNameText}>
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {profile === undefined && error === null && <FieldSkeleton />}
      {profile !== undefined && (
        <TextForm
          label={name}
          autoComplete="name"
          value={profile.displayName ?? ""}
          submit={save}
          check={check}
          effect={(displayName) => Effect.flatMap(Client, ({ teams }) => teams.updateProfile(team.id, { displayName }))}
          done={saved}
        />
      )}
    </Section>
  )
}
