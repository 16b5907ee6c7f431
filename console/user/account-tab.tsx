/** The account of a user: profile, addresses, methods of signing in. */
import { SavedField } from "../components/saved-field.tsx"
import { Section } from "../components/section.tsx"
import { AddressesSection } from "./addresses-section.tsx"
import { ConnectedAccountsSection } from "./connected-accounts-section.tsx"
import { LanguageField } from "./language-field.tsx"
import { MethodsSection } from "./methods-section.tsx"
import { PasskeysSection } from "./passkeys-section.tsx"
import { RestrictionSection } from "./restriction-section.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

export const AccountTab = (shown: UserTabProps) => {
  const { user } = shown
  return (
    <>
      <Section title="Profile">
        <SavedField
          label="Display name"
          saved={user.displayName ?? ""}
          save={({ users }, name) => users.update(user.id, { displayName: name === "" ? null : name })}
        />
        <SavedField
          label="URL of the image"
          type="url"
          saved={user.profileImageUrl ?? ""}
          save={({ users }, url) => users.update(user.id, { profileImageUrl: url === "" ? null : url })}
        />
        <LanguageField user={user} />
      </Section>
      <AddressesSection {...shown} />
      <MethodsSection {...shown} />
      <ConnectedAccountsSection {...shown} />
      <PasskeysSection {...shown} />
      <RestrictionSection {...shown} />
    </>
  )
}
