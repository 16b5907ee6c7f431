/** A project for previews of a screen, without requests. */
import type { MethodSettings } from "../../runtime/sign-in-settings.ts"

export interface MockProject {
  /** The application's name in titles. Default none. */
  readonly displayName?: string | undefined
  readonly config: MethodSettings
}
