/** The settings page that creates a team. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import { useAction } from "../hooks/use-action.ts"
import { account } from "../messages/english/account.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { Page, Section } from "./section.tsx"
import { TextForm, useNameCheck } from "./text-form.tsx"
import { goToHash } from "./use-hash.ts"

const create = (displayName: string) =>
  Effect.flatMap(Client, ({ teams }) => teams.create({ displayName })).pipe(
    Effect.tap(({ id }) => Effect.sync(() => goToHash(`team-${id}`)))
  )

export const TeamCreationPage = () => {
  const texts = useMessages(teamTexts)
  const { saved } = useMessages(account)
  return (
    <Page title={texts.createTitle}>
      <Section title={texts.teamName} text={texts.createText}>
        <TextForm
          label={texts.teamName}
          autoComplete="organization"
          submit={texts.create}
          check={useNameCheck({ required: true })}
          action={useAction(create)}
          done={saved}
        />
      </Section>
    </Page>
  )
}
