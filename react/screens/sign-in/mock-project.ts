/** A project for previews of a screen, without requests. */
import type { Project } from "../../../core/schema/project.ts"

export interface MockProject {
  readonly config: Pick<
    Project["config"],
    "signUpEnabled" | "credentialEnabled" | "magicLinkEnabled" | "passkeyEnabled" | "oauthProviders"
  >
}
