/** The host of the pages of a project in `keystile dev`. */
import { announceChange } from "../control/control-api.ts"
import { ownerSessionOf } from "../control/owner-session.ts"
import type { ConsoleHost } from "../route/host.ts"
import { SignInLinkDialog } from "./sign-in-link-dialog.tsx"

export const developmentHost: ConsoleHost = {
  baseUrl: location.origin,
  consoleUrl: `${location.origin}/`,
  mailFrameUrl: "/_keystile/mail-frame",
  ownerOf: ownerSessionOf,
  // Applications change the data meanwhile.
  refreshMillis: 4000,
  SignInAsDialog: SignInLinkDialog,
  onProjectDeleted: announceChange,
  isDevelopment: true
}
