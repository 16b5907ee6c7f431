/** `keystile/snapshot`: the public settings of the project at the time of the build. */
import type { Snapshot } from "./snapshot.ts"

/**
 * The snapshot for `<KeystileProvider snapshot={snapshot}>`. The plugin of `keystile/vite` puts the project's settings
 * here. It is `null` without the plugin, and on Vite's development server.
 */
export const snapshot: Snapshot | null = null
