/** The sign-in methods of the project: password, mailed code, passkey, and providers. */
import { Notice } from "../components/notice.tsx"
import { Section } from "../components/section.tsx"
import { ProvidersSection } from "./providers-section.tsx"
import { SettingSwitches } from "./setting-switches.tsx"
import type { SettingsTabProps } from "./settings-tabs.ts"

export const SignInTab = ({ now, project, settings }: SettingsTabProps) => {
  const { credentialEnabled, magicLinkEnabled, oauthProviders, passkeyEnabled } = settings.config
  const hasMethod =
    credentialEnabled || magicLinkEnabled || passkeyEnabled || oauthProviders.some(({ enabled }) => enabled)
  return (
    <>
      <Section title="Sign-in methods" text="Users who have only a method that is turned off cannot sign in.">
        {!hasMethod && <Notice tone="warning">Users cannot sign in: turn on a method, or a provider below.</Notice>}
        <SettingSwitches
          label="Sign-in methods"
          settings={settings}
          flags={[
            { flag: "credentialEnabled", title: "Password", text: "An address and a password." },
            {
              flag: "magicLinkEnabled",
              title: "Codes by mail",
              text: "A code and a link in a mail, without a password."
            },
            {
              flag: "passkeyEnabled",
              title: "Passkeys",
              text: "With the fingerprint, face or PIN of a device. Users add one in their account settings."
            }
          ]}
        />
      </Section>
      <ProvidersSection now={now} project={project} settings={settings} />
    </>
  )
}
