/**
 * `keystile/vite`: a plugin for Vite that puts the project's public settings into a build, so that the first visit
 * shows the sign-in methods without a request.
 */
import type { BuildProject } from "./build.ts"

/** A plugin for Vite, Rolldown or Rollup. */
export interface KeystileSnapshotPlugin {
  /** The name of the plugin. */
  readonly name: string
  /** The plugin runs in builds only. */
  readonly apply: "build"
  /** The plugin runs before those of Vite. */
  readonly enforce: "pre"
  /** Resolves `keystile/snapshot`. */
  readonly resolveId: (id: string) => string | undefined
  /** Returns the module with the snapshot. */
  readonly load: (id: string) => Promise<string> | undefined
}

/** The options of {@link keystileSnapshot}. Default the `NEXT_PUBLIC_STACK_…` variables of the build's process. */
export type KeystileSnapshotOptions = BuildProject

const ENTRY = "keystile/snapshot"
/** By convention other plugins ignore ids that begin with a null character. */
const MODULE = `\0${ENTRY}`

/**
 * Returns the plugin. A build requests the settings of the project once, and `keystile/snapshot` exports them. The
 * build fails with a message if the service does not return them. The development server sends no request, and
 * `keystile/snapshot` exports `null` there.
 *
 * @example
 * // vite.config.ts
 * export default defineConfig({
 *   plugins: [react(), keystileSnapshot({ projectId: "…", publishableClientKey: "pck_…" })]
 * })
 */
export const keystileSnapshot = (options: KeystileSnapshotOptions = {}): KeystileSnapshotPlugin => {
  /** One for all outputs of a build: server and browser have to render the same. */
  let module: Promise<string> | undefined
  const request = () =>
    snapshotModule(options).catch((error: unknown) => {
      module = undefined
      throw error
    })
  return {
    name: "keystile-snapshot",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id === ENTRY ? MODULE : undefined),
    load: (id) => (id === MODULE ? (module ??= request()) : undefined)
  }
}

/** Loads the client on demand: the configuration of Vite is loaded for its development server, too. */
const snapshotModule = async (options: BuildProject): Promise<string> => {
  const [{ runPromise }, { buildSnapshotText, takeBuildSnapshot }] = await Promise.all([
    import("effect/Effect"),
    import("./build.ts")
  ])
  const snapshot = await runPromise(takeBuildSnapshot(options, (option) => `the option ${option}`))
  return `export const snapshot = ${buildSnapshotText(snapshot)}\n`
}
