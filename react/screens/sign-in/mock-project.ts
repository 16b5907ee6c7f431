/** A project that a screen is shown for without asking the service: in the preview of a dashboard, say. */
import type { Project } from "../../../core/schema/project.ts"

export interface MockProject {
  readonly config: Pick<
    Project["config"],
    "signUpEnabled" | "credentialEnabled" | "magicLinkEnabled" | "passkeyEnabled" | "oauthProviders"
  >
}
