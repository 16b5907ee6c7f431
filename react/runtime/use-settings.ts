/** The project's settings: those that the engine has read, or until then those of the first view. */
import { useMemo, useSyncExternalStore } from "react"
import type { QueryState } from "../../tiers/cache/query.ts"
import type { Project } from "../../core/schema/project.ts"
import { useOpenedIfLoaded, useProviderContext } from "./keystile-context.ts"
import { useCachedSettings } from "./cached-settings.ts"
import type { SignInSettings } from "./sign-in-settings.ts"
import { useKnown } from "./use-query.ts"

export interface SettingsState {
  /** `null` until they are known. */
  readonly settings: SignInSettings | null
  /** True if they are those of the last visit. */
  readonly isCached: boolean
  /** The result of the engine's read. */
  readonly exit: QueryState<Project, unknown>["exit"]
}

const unknown = () => undefined

/** @param projectId `null` while it is unknown. Then the cached settings of the last visit are not read. */
export const useSettings = (projectId: string | null): SettingsState => {
  const { firstView } = useProviderContext()
  const opened = useOpenedIfLoaded()
  const exit = useKnown(opened, opened && opened.engine.queries.projectQuery, unknown)?.exit
  const first = useSyncExternalStore(firstView.subscribe, firstView.settings, firstView.settingsOnServer)
  const project = exit?._tag === "Success" ? exit.value : null
  // The first access to local storage blocks until the browser has read it.
  const cached = useCachedSettings(first === null && project === null ? projectId : null)
  const live = useMemo(() => project && { ...project.config, displayName: project.displayName }, [project])
  const known = live ?? first
  return { settings: known ?? cached, isCached: known === null, exit }
}
