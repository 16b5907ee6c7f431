// @vitest-environment happy-dom
/** Runtimes of a provider: its own, and one of the application. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { act, useEffect } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { KeystileProvider, type KeystileProviderProps, useAction } from "../../react/index.ts"
import { makeOwnRuntime } from "../../react/engine/own-runtime.ts"
import { useKeystile } from "../../react/runtime/keystile-context.ts"
import { Client, layer } from "../../tiers/client.ts"
import { render } from "./page.tsx"

const options = { projectId: "p", publishableClientKey: "pck_x", tokenStore: "memory" } as const

const Greeting = Context.Reference("test/Greeting", { defaultValue: () => "the default" })

afterEach(() => document.body.replaceChildren())

/** A component that starts an endless effect, which is only interrupted by disposing its runtime. */
const endlessWork = () => {
  const counts = { started: 0, interrupted: 0 }
  const endless = Effect.sync(() => void counts.started++).pipe(
    Effect.andThen(Effect.never),
    Effect.onInterrupt(() => Effect.sync(() => void counts.interrupted++))
  )
  const Work = () => {
    const { run } = useKeystile()
    useEffect(() => void run(endless), [run])
    return "working"
  }
  return { counts, Work }
}

const inProvider = (props: KeystileProviderProps, { strict = true } = {}) =>
  render(<KeystileProvider {...props} />, { strict })

describe("A provider with options", () => {
  it.each([{ strict: true }, { strict: false }])(
    "disposes its runtime when it is unmounted, and not before: StrictMode $strict",
    async ({ strict }) => {
      const { counts, Work } = endlessWork()
      const page = await inProvider({ ...options, children: <Work /> }, { strict })
      expect(page.text()).toBe("working")
      expect(counts).toEqual({ started: strict ? 2 : 1, interrupted: 0 })
      await page.show(
        <KeystileProvider {...options}>
          <Work />
        </KeystileProvider>
      )
      expect(counts.interrupted).toBe(0)
      await page.unmount()
      await vi.waitFor(() => expect(counts.interrupted).toBe(counts.started))
    }
  )

  it("disposes its runtime when it switches to another one", async () => {
    const { counts, Work } = endlessWork()
    const runtime = ManagedRuntime.make(layer(options))
    const page = await inProvider({ ...options, children: <Work /> }, { strict: false })
    await page.show(<KeystileProvider runtime={runtime}>nothing</KeystileProvider>)
    await vi.waitFor(() => expect(counts).toEqual({ started: 1, interrupted: 1 }))
    await page.unmount()
    await runtime.dispose()
  })
})

describe("A provider with a runtime of the application", () => {
  it("runs effects with the services of that runtime", async () => {
    const runtime = ManagedRuntime.make(Layer.merge(layer(options), Layer.succeed(Greeting, "from the application")))
    const read: Array<string> = []
    const Button = () => {
      const { run } = useAction(() => Effect.map(Greeting, (text) => void read.push(text)))
      return (
        <button type="button" onClick={() => void run()}>
          Read
        </button>
      )
    }
    const page = await inProvider({ runtime, children: <Button /> })
    await act(async () => page.find("button").click())
    expect(read).toEqual(["from the application"])
    await page.unmount()
    await runtime.dispose()
  })

  it("does not dispose that runtime", async () => {
    const { counts, Work } = endlessWork()
    const runtime = ManagedRuntime.make(layer(options))
    const page = await inProvider({ runtime, children: <Work /> })
    await page.unmount()
    await new Promise((resolve) => queueMicrotask(() => resolve(null)))
    expect(await runtime.runPromise(Effect.map(Client, ({ projectId }) => projectId))).toBe("p")
    expect(counts.interrupted).toBe(0)
    await runtime.dispose()
    await vi.waitFor(() => expect(counts.interrupted).toBe(counts.started))
  })
})

describe("A provider's own runtime", () => {
  const counted = () => {
    const counts = { acquired: 0, released: 0 }
    const resource = Layer.effectDiscard(
      Effect.acquireRelease(
        Effect.sync(() => void counts.acquired++),
        () => Effect.sync(() => void counts.released++)
      )
    )
    return { counts, runtime: makeOwnRuntime(Layer.merge(layer(options), resource)) }
  }

  it("releases the resources of its layer after the last release", async () => {
    const { counts, runtime } = counted()
    runtime.build()
    const first = runtime.retain()
    const second = runtime.retain()
    first()
    await Promise.resolve()
    expect(counts).toEqual({ acquired: 1, released: 0 })
    second()
    await vi.waitFor(() => expect(counts).toEqual({ acquired: 1, released: 1 }))
  })

  it("is kept when it is retained again immediately, as in StrictMode", async () => {
    const { counts, runtime } = counted()
    runtime.build()
    runtime.retain()()
    const release = runtime.retain()
    await Promise.resolve()
    expect(counts).toEqual({ acquired: 1, released: 0 })
    release()
    await vi.waitFor(() => expect(counts.released).toBe(1))
  })

  it("builds its layer again when it is used after its disposal, as by a hidden tree that is shown again", async () => {
    const { counts, runtime } = counted()
    runtime.build()
    runtime.retain()()
    await vi.waitFor(() => expect(counts.released).toBe(1))
    const release = runtime.retain()
    expect(runtime.runFork(Effect.void).pollUnsafe()).toBeDefined()
    expect(counts.acquired).toBe(2)
    release()
    await vi.waitFor(() => expect(counts.released).toBe(2))
  })
})
