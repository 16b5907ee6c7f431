/** Running state machines: each state starts its effect once, and aborts it when the state is left. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, it, vi } from "vitest"
import { LoadFailure } from "../../../core/loading/load-failure.ts"
import { passkey } from "../../../react/flows/passkey.ts"
import { makeFlow } from "../../../react/runtime/flow.ts"
import type { Machine } from "../../../react/flows/machine.ts"
import * as engine from "../../../react/engine/engine.ts"
import { engineModule } from "../../../react/runtime/engine-module.ts"
import { makeProviderContext } from "../../../react/provider/make-provider-context.ts"
import { Client } from "../../../tiers/client.ts"
import { scriptedService } from "../scripted-service.ts"

type State = { readonly step: "idle"; readonly answer: string } | { readonly step: "busy"; readonly what: string }
type Event =
  | { readonly type: "ask"; readonly what: string }
  | { readonly type: "answer"; readonly answer: string }
  | { readonly type: "cancel" }

const machine: Machine<State, Event> = {
  initial: { step: "idle", answer: "" },
  working: ["busy"],
  notLoaded: ({ message }) => ({ type: "answer", answer: message }),
  transitions: {
    idle: { ask: (_, { what }) => ({ step: "busy", what }) },
    busy: {
      answer: (_, { answer }) => ({ step: "idle", answer }),
      cancel: () => ({ step: "idle", answer: "cancelled" })
    }
  }
}

engineModule.provide(engine)

const { runtime } = scriptedService()
const provided = makeProviderContext({ runtime }, null)

const open = () => {
  const started: Array<string> = []
  const aborted: Array<string> = []
  const gates = new Map<string, Deferred.Deferred<string>>()
  const flow = makeFlow<State, Event>(
    machine,
    () => (state) =>
      state.step === "idle"
        ? null
        : Effect.gen(function* () {
            started.push(state.what)
            const gate = yield* Deferred.make<string>()
            gates.set(state.what, gate)
            return { type: "answer", answer: yield* Deferred.await(gate) } as const
          }).pipe(Effect.onInterrupt(() => Effect.sync(() => aborted.push(state.what)))),
    provided
  )
  const answer = (what: string, text: string) =>
    vi.waitFor(() => {
      const gate = gates.get(what)
      if (gate === undefined) throw new Error("not started")
      Deferred.doneUnsafe(gate, Effect.succeed(text))
    })
  return { flow, started, aborted, answer }
}

describe("A flow", () => {
  it("runs the effect of a state once, and continues with its result", async () => {
    const { answer, started, flow } = open()
    flow.start()
    flow.send({ type: "ask", what: "a" })
    flow.send({ type: "ask", what: "b" })
    await answer("a", "yes")
    await vi.waitFor(() => expect(flow.read().state).toEqual({ step: "idle", answer: "yes" }))
    expect(started).toEqual(["a"])
  })

  it("aborts the effect of a state that is left, and ignores its result", async () => {
    const { aborted, answer, started, flow } = open()
    flow.start()
    flow.send({ type: "ask", what: "a" })
    await vi.waitFor(() => expect(started).toEqual(["a"]))
    flow.send({ type: "cancel" })
    flow.send({ type: "ask", what: "b" })
    await answer("a", "stale")
    await answer("b", "fresh")
    await vi.waitFor(() => expect(flow.read().state).toEqual({ step: "idle", answer: "fresh" }))
    expect(aborted).toEqual(["a"])
  })

  it("starts its effect again after a restart, as in StrictMode, and does nothing while it is stopped", async () => {
    const { started, flow } = open()
    flow.send({ type: "ask", what: "a" })
    expect(started).toEqual([])
    flow.start()()
    flow.start()
    await vi.waitFor(() => expect(started.at(-1)).toBe("a"))
    expect(flow.read().state).toEqual({ step: "busy", what: "a" })
  })

  it("notifies its listeners of changes only, and returns a stable object", () => {
    const { flow } = open()
    const listener = vi.fn()
    flow.subscribe(listener)
    const before = flow.read()
    flow.send({ type: "cancel" })
    expect(listener).not.toHaveBeenCalled()
    expect(flow.read()).toBe(before)
    flow.send({ type: "ask", what: "a" })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it("exposes a defect for an error boundary", async () => {
    const flow = makeFlow<State, Event>(
      machine,
      () =>
        ({ step }) =>
          step === "idle" ? null : Effect.flatMap(Client, () => Effect.die(new Error("a defect"))),
      provided
    )
    flow.start()
    flow.send({ type: "ask", what: "a" })
    await vi.waitFor(() => expect(flow.read().defect?.value).toEqual(new Error("a defect")))
  })

  it("loads the engine once for each click of the passkey button while the load fails, and shows the error", async () => {
    const failure = new LoadFailure("engine", new TypeError("Failed to fetch"))
    const load = vi.fn(() => Promise.reject(failure))
    const flow = makeFlow(passkey, () => () => null, {
      ...provided,
      read: () => ({ opened: null, misconfigured: null }),
      open: load
    })
    const stop = flow.start()
    const seen: Array<unknown> = []
    for (let click = 0; click < 2; click++) {
      flow.send({ type: "ask" })
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      seen.push([load.mock.calls.length, flow.read().state])
    }
    stop()
    const off = { step: "off", error: failure }
    expect(seen).toEqual([
      [1, off],
      [2, off]
    ])
  })
})
