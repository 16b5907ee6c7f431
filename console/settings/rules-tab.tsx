/** The rules of sign-up, the users' own rights, and their default permissions. */
import {
  useProjectPermissionDefinitionsState,
  useTeamPermissionDefinitionsState
} from "../../react/dashboard/use-permission-definitions.ts"
import { Section } from "../components/section.tsx"
import { DefaultPermissionsGroup } from "./default-permissions-group.tsx"
import { SettingSwitches } from "./setting-switches.tsx"
import type { SettingsTabProps } from "./settings-tabs.ts"
import { SignUpProofForm } from "./sign-up-proof-form.tsx"

export const RulesTab = ({ settings }: SettingsTabProps) => {
  const teamDefinitions = useTeamPermissionDefinitionsState().data ?? []
  const projectDefinitions = useProjectPermissionDefinitionsState().data ?? []
  return (
    <>
      <Section title="Sign-up">
        <SettingSwitches
          label="Sign-up"
          settings={settings}
          flags={[
            {
              flag: "signUpEnabled",
              title: "Users can sign up",
              text: "Turned off, only an owner or the server creates new users. Existing users sign in as before."
            },
            {
              flag: "requireEmailVerification",
              title: "Users must verify their address",
              text: "Until then they are restricted: they can sign in, and cannot use the application."
            }
          ]}
        />
        <SignUpProofForm settings={settings} />
      </Section>
      <Section title="Users">
        <SettingSwitches
          label="Users"
          settings={settings}
          flags={[
            {
              flag: "allowImpersonation",
              title: "Owners can sign in as a user",
              text:
                "For an hour, with a reason. The user and the audit log see it. It cannot change how the user signs " +
                "in."
            },
            {
              flag: "clientUserDeletionEnabled",
              title: "Users can delete their account",
              text: "In the account settings, without asking an owner."
            },
            {
              flag: "allowUserApiKeys",
              title: "Users can have API keys",
              text: "For programs that act as the user."
            }
          ]}
        />
        <DefaultPermissionsGroup
          title="Granted to new users"
          field="userDefaultPermissions"
          settings={settings}
          definitions={projectDefinitions}
        />
      </Section>
      <Section title="Teams">
        <SettingSwitches
          label="Teams"
          settings={settings}
          flags={[
            {
              flag: "clientTeamCreationEnabled",
              title: "Users can create teams",
              text: "Turned off, only an owner or the server creates them."
            },
            {
              flag: "createTeamOnSignUp",
              title: "A team for each new user",
              text: "Created at sign-up, with the user as its creator."
            },
            {
              flag: "allowTeamApiKeys",
              title: "Teams can have API keys",
              text: "For programs that act as the team."
            }
          ]}
        />
        <DefaultPermissionsGroup
          title="Granted to the creator of a team"
          field="teamCreatorDefaultPermissions"
          settings={settings}
          definitions={teamDefinitions}
        />
        <DefaultPermissionsGroup
          title="Granted to the other members"
          field="teamMemberDefaultPermissions"
          settings={settings}
          definitions={teamDefinitions}
        />
      </Section>
    </>
  )
}
