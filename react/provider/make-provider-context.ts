/** Makes the state of a provider, and loads the engine after the first paint. */
import { currentPlatform } from "../../core/environment/variables.ts"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import { resolveUrls } from "../../core/navigation/handler-urls.ts"
import { makeNavigator } from "../../core/navigation/navigate.ts"
import type { ClientOptions } from "../../tiers/client.ts"
import type { Snapshot } from "../../tiers/snapshot/snapshot.ts"
import { type Engine, engineModule } from "../runtime/engine-module.ts"
import type { LoadedKeystile, ProviderContext, ProviderState } from "../runtime/provider-context.ts"
import type { Site } from "../engine/site.ts"
import { afterPaint } from "./after-paint.ts"
import { clientOptions, type ClientSource } from "../engine/client-options.ts"
import { makeFirstView } from "./first-view.ts"

/** The longest time by which screens delay the engine, in milliseconds. */
const LONGEST_DELAY = 1000

const siteOf = ({ projectId, redirectMethod, urls }: ClientOptions): Site | null =>
  projectId === undefined ? null : { projectId, urls: resolveUrls(urls), ...makeNavigator(redirectMethod) }

export const makeProviderContext = (source: ClientSource, snapshot: Snapshot | null | undefined): ProviderContext => {
  const listeners = makeListeners()
  const options = source.runtime === undefined && source.app === undefined ? clientOptions(source, snapshot) : null
  const holds = new Set<{ release: () => void }>()
  let state: ProviderState = { opened: null, misconfigured: null }
  let retain: () => () => void = () => () => {}
  let wasMounted = false

  /** Makes the state on the runtime; `null` if the provider is misconfigured. */
  const accept = (engine: Engine): LoadedKeystile | null => {
    if (state.opened !== null || state.misconfigured !== null) return state.opened
    const made = engine.makeKeystile(source, snapshot)
    if ("keystile" in made) {
      if (made.retain !== undefined) retain = made.retain
      for (const hold of holds) hold.release = retain()
      // The provider was unmounted while the engine was loaded: disposes its runtime, unless it is mounted again.
      if (wasMounted && holds.size === 0) retain()()
      state = { ...state, opened: { engine, keystile: made.keystile } }
    } else state = { ...state, misconfigured: made }
    listeners.notify()
    return state.opened
  }

  let delays = 0
  const ends = makeListeners()
  const delay = () => {
    delays++
    return () => {
      delays--
      ends.notify()
    }
  }
  const waitForDelays = async (): Promise<void> => {
    await afterPaint()
    if (delays === 0) return undefined
    await new Promise<void>((resolve) => {
      const leave = ends.subscribe(() => {
        leave()
        resolve()
      })
    })
    return waitForDelays()
  }
  const waitToLoad = (): Promise<unknown> =>
    currentPlatform() === "server"
      ? Promise.resolve()
      : Promise.race([waitForDelays(), new Promise((resolve) => setTimeout(resolve, LONGEST_DELAY))])

  let opening: Promise<LoadedKeystile> | undefined
  const open = (): Promise<LoadedKeystile> =>
    (opening ??= load().catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  const load = async (): Promise<LoadedKeystile> => {
    if (engineModule.getIfLoaded() === undefined) await waitToLoad()
    const opened = accept(await engineModule.load())
    return opened ?? new Promise(() => {})
  }

  const loaded = engineModule.getIfLoaded()
  if (loaded !== undefined) accept(loaded)

  let hasFrame = !("requestAnimationFrame" in globalThis)
  if (!hasFrame) requestAnimationFrame(() => (hasFrame = true))

  return {
    site: options && siteOf(options),
    firstView: makeFirstView(options, snapshot),
    hasSnapshot: snapshot !== null && snapshot !== undefined,
    read: () => state,
    subscribe: listeners.subscribe,
    open,
    delay,
    hasFrame: () => hasFrame,
    retain: () => {
      wasMounted = true
      const hold = { release: retain() }
      holds.add(hold)
      return () => {
        holds.delete(hold)
        hold.release()
      }
    }
  }
}
