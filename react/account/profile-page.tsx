/** The settings page of the user's image and name. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { ImageEditor } from "./image-editor.tsx"
import { Page, Section } from "./section.tsx"
import { TextForm, useNameCheck } from "./text-form.tsx"

const rename = (displayName: string) => Effect.flatMap(Client, (client) => client.updateUser({ displayName }))
const saveImage = (profileImageUrl: string | null) =>
  Effect.flatMap(Client, (client) => client.updateUser({ profileImageUrl }))

export const ProfilePage = () => {
  const texts = useMessages(account)
  const { displayName, primaryEmail, profileImageUrl } = useAccountUser()
  const check = useNameCheck({ required: false })
  return (
    <Page title={texts.myProfile}>
      <Section title={texts.profileImage} text={texts.profileImageText}>
        <ImageEditor
          kind="user"
          label={texts.profileImage}
          name={displayName || primaryEmail}
          url={profileImageUrl}
          save={saveImage}
        />
      </Section>
      <Section title={texts.displayName} text={texts.displayNameText}>
        <TextForm
          label={texts.name}
          autoComplete="name"
          value={displayName ?? ""}
          submit={texts.save}
          check={check}
          effect={rename}
          done={texts.saved}
        />
      </Section>
    </Page>
  )
}
