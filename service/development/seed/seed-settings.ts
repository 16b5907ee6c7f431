/**
 * The settings of a seed that are not stored, and the seed of the start. A seed that is imported later replaces the
 * settings.
 */
import { Context, Layer } from "effect"
import type { LimitsSetting } from "../../http/rate-limits/limits.ts"
import type { NewProjectSettings } from "../../resources/projects/new-project.ts"
import type { Seed, SeedInput } from "./seed.ts"

/** The state before the last change by a seed. */
export interface SeedUndo {
  readonly seed: SeedInput
  /** Epoch milliseconds. */
  readonly at: number
}

/** One object in the whole service, whose fields change. */
interface SeedSettingsState {
  /** The seed of the start; `null` without one. */
  readonly start: Seed | null
  /** Rate limits by project id. They precede the stored ones. */
  readonly limits: Map<string, LimitsSetting>
  /** The settings of projects that are created later. */
  readonly newProjects: { current: NewProjectSettings }
  undo: SeedUndo | null
}

export class SeedSettings extends Context.Service<SeedSettings, SeedSettingsState>()("keystile/service/SeedSettings") {}

/** Sets what a seed says, after it was applied. */
export const takeSettings = (state: SeedSettingsState, { newProjects, projects }: Seed, isReplacing: boolean): void => {
  if (isReplacing) state.limits.clear()
  for (const { id, limits } of projects) if (limits !== undefined) state.limits.set(id, limits)
  if (isReplacing || newProjects !== undefined) state.newProjects.current = newProjects ?? {}
}

export const makeSeedSettings = (start: Seed | null): SeedSettingsState => {
  const state: SeedSettingsState = { start, limits: new Map(), newProjects: { current: {} }, undo: null }
  if (start !== null) takeSettings(state, start, true)
  return state
}

export const layer = (state: SeedSettingsState): Layer.Layer<SeedSettings> => Layer.succeed(SeedSettings, state)
