/** Switches for settings of the project's configuration. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { SwitchRow } from "../components/switch-row.tsx"

/** The settings that are on or off. */
type Flag =
  | "allowBreachedPasswords"
  | "allowImpersonation"
  | "allowLocalhost"
  | "allowTeamApiKeys"
  | "allowUserApiKeys"
  | "clientKeyRequired"
  | "clientTeamCreationEnabled"
  | "clientUserDeletionEnabled"
  | "createTeamOnSignUp"
  | "credentialEnabled"
  | "magicLinkEnabled"
  | "passkeyEnabled"
  | "requireEmailVerification"
  | "signUpEnabled"
  | "translateMails"

/** The settings that are on where the project does not say anything. */
const onByDefault: ReadonlySet<Flag> = new Set(["clientKeyRequired", "translateMails"])

interface FlagText {
  readonly flag: Flag
  readonly title: string
  readonly text: string
}

interface Props {
  readonly label: string
  readonly settings: AdminProject
  readonly flags: ReadonlyArray<FlagText>
}

export const SettingSwitches = ({ flags, label, settings: { config } }: Props) => (
  <ul className="ks-list" aria-label={label}>
    {flags.map(({ flag, text, title }) => (
      <SwitchRow
        key={flag}
        title={title}
        text={text}
        saved={config[flag] ?? onByDefault.has(flag)}
        save={({ updateProject }, value) => updateProject({ config: { [flag]: value } })}
      />
    ))}
  </ul>
)
