/** A project for previews of a screen, without requests. */
import type { MethodSettings } from "../../runtime/sign-in-settings.ts"

/** The part of a project that the sign-in page shows, for previews without a service. */
export interface MockProject {
  /** The application's name in titles. Default none. */
  readonly displayName?: string | undefined
  /** The methods of signing in. */
  readonly config: MethodSettings
}
