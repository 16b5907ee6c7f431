/** The API keys of a team: create, revoke. */
import { useState } from "react"
import { useApiKeysOfTeamState } from "../../react/dashboard/use-all-teams.ts"
import { ApiKeyTable } from "../components/api-key-table.tsx"
import { Button } from "../components/button.tsx"
import { Icon } from "../components/icons.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { CreateApiKeyDialog } from "./create-api-key-dialog.tsx"
import type { TeamTabProps } from "./team-tab-props.ts"

export const ApiKeysTab = ({ now, team }: TeamTabProps) => {
  const keys = useApiKeysOfTeamState(team.id)
  const [creating, setCreating] = useState(false)
  return (
    <Section
      title="API keys"
      text="The team's programs call the application with them."
      actions={
        <Button onClick={() => setCreating(true)}>
          <Icon name="plus" />
          New key
        </Button>
      }
    >
      <ReadView state={keys}>
        {(data) =>
          data.length === 0 ? (
            <p className="ks-text">The team has no API key.</p>
          ) : (
            <ApiKeyTable
              keys={data}
              now={now}
              revoke={({ teamApiKeys }, keyId) => teamApiKeys.revoke(team.id, keyId)}
            />
          )
        }
      </ReadView>
      {creating && <CreateApiKeyDialog team={team} now={now} onClose={() => setCreating(false)} />}
    </Section>
  )
}
