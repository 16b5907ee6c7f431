/** The section of the user's passkeys, for a service with the extension `multiple_passkeys`. */
import * as Effect from "effect/Effect"
import { MAX_PASSKEYS } from "../../core/schema/fields/passkey-limits.ts"
import type { Project } from "../../core/schema/project.ts"
import { Client } from "../../tiers/client.ts"
import { Icon, passkeyIcon } from "../components/icons.tsx"
import { usePasskeysState } from "../hooks/use-passkeys.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { ConfirmButton } from "./confirm-button.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { PasskeyRow } from "./passkey-row.tsx"
import { ReadErrorNotice, Section } from "./section.tsx"
import { useLatest } from "./use-latest.ts"
import { useMethodReasons } from "./use-method-reasons.ts"

const addPasskey = () => Effect.flatMap(Client, (client) => client.registerPasskey({ add: true }))

export const Passkeys = ({ project }: { readonly project: Project }) => {
  const texts = useMessages(account)
  const { passkeyAuthEnabled } = useAccountUser()
  const { data, error, refresh } = useLatest(usePasskeysState())
  const reasons = useMethodReasons("passkey", project)
  const passkeys = data ?? []
  const limit = passkeys.length < MAX_PASSKEYS ? null : texts.passkeyLimit
  return (
    <Section
      title={texts.passkeys}
      text={texts.passkeyText}
      action={
        <ConfirmButton
          label={
            <>
              <Icon path={passkeyIcon} />
              {texts.addPasskey}
            </>
          }
          unless={reasons.add ?? limit}
          title={texts.addPasskeyTitle}
          text={texts.passkeyText}
          confirm={texts.addPasskey}
          onlyPassword
          effect={addPasskey}
          done={texts.passkeyAdded}
        />
      }
    >
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {data === undefined && error === null && passkeyAuthEnabled && <ListSkeleton />}
      {passkeys.length > 0 && (
        <ul className="ks-list" aria-label={texts.passkeys}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              // The others remain as a method.
              hint={passkeys.length === 1 ? reasons.remove : null}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}
