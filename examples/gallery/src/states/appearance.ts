/** The states of screens with slots and class names of an application, each with its source. */
import { appearance as accountSettings } from "../appearance/account-settings.tsx"
import { appearance as signIn } from "../appearance/sign-in.tsx"
import { password, type State } from "./state.ts"
import "../appearance/styles.css"

const sources = import.meta.glob<string>("../appearance/*", { eager: true, import: "default", query: "?raw" })
const sourceOf = (name: string) => `${sources[`../appearance/${name}.tsx`]}\n${sources["../appearance/styles.css"]}`

export const appearanceStates: ReadonlyArray<State> = [
  {
    of: "SignIn",
    name: "slots and class names",
    page: "sign-in",
    config: { magic_link_enabled: false, passkey_enabled: false, enabled_oauth_providers: [] },
    appearance: signIn,
    source: sourceOf("sign-in"),
    shows: password
  },
  {
    of: "AccountSettings",
    name: "slots and class names",
    page: "account-settings",
    hash: "#settings",
    signedIn: true,
    appearance: accountSettings,
    source: sourceOf("account-settings"),
    shows: ".ks-button[data-variant=danger]",
    isMain: true
  }
]
