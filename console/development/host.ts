/** The host of the pages of a project in `keystile dev`. */
import { change } from "../control/control-api.ts"
import { ownerSessionOf } from "../control/owner-session.ts"
import type { WebhookMessages } from "../control/responses.ts"
import { useLive } from "../control/use-live.ts"
import type { ConsoleHost } from "../route/host.ts"
import { SignInAsDialog } from "./sign-in-as-dialog.tsx"
import { TemplatePreview } from "./template-preview.tsx"

/** The most failed messages that are counted. */
const COUNTED = 1000

export const developmentHost: ConsoleHost = {
  baseUrl: location.origin,
  consoleUrl: `${location.origin}/`,
  ownerOf: ownerSessionOf,
  // Applications change the data meanwhile.
  refreshMillis: 4000,
  useFailedWebhooks: (projectId) => {
    const path = `/projects/${projectId}/webhook-messages?state=failed&limit=${COUNTED}`
    return useLive<WebhookMessages>(path, 10_000).value?.messages.length ?? 0
  },
  development: {
    SignInAsDialog,
    TemplatePreview,
    sendMailAgain: async (projectId, mailId) => {
      await change("POST", `/projects/${projectId}/outgoing-mails/${mailId}/send`)
    }
  }
}
