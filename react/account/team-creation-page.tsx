/** The settings page that creates a team. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useAnnounce } from "./announcements.tsx"
import { Page, Section } from "./section.tsx"
import { TextForm, useNameCheck } from "./text-form.tsx"
import { goToHash } from "./use-hash.ts"

export const TeamCreationPage = () => {
  const texts = useMessages(teamTexts)
  const announce = useAnnounce()
  const create = (displayName: string) =>
    Effect.flatMap(Client, ({ teams }) => teams.create({ displayName })).pipe(
      Effect.tap(({ id }) =>
        Effect.sync(() => {
          const page = `team-${id}`
          announce(format(texts.created, { team: displayName }), page)
          goToHash(page)
        })
      )
    )
  return (
    <Page title={texts.createTitle}>
      <Section title={texts.teamName} text={texts.createText}>
        <TextForm
          label={texts.teamName}
          autoComplete="organization"
          submit={texts.create}
          check={useNameCheck({ required: true })}
          effect={create}
        />
      </Section>
    </Page>
  )
}
