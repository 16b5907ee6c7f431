/** Runs a state machine: handles events and runs the effects of its states. */
import type { RetryWait } from "../../core/http/retry.ts"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { LoadedKeystile, ProviderContext } from "./provider-context.ts"
import { type Machine, next } from "../flows/machine.ts"
import type { Work } from "../engine/work.ts"

/** Makes the effects of a machine when the engine is loaded. */
export type FlowWork<State, Event> = (opened: LoadedKeystile) => Work<State, Event>

export interface FlowView<State> {
  readonly state: State
  /** Set during the delay before the next attempt of a call, with the time of that attempt. */
  readonly waiting: RetryWait | null
  /** A defect, to throw to the error boundary. */
  readonly defect: { readonly value: unknown } | null
}

export interface Flow<State, Event> {
  /** Returns the same object until something changes. */
  readonly read: () => FlowView<State>
  /** Handles an event. Interrupts the effect of the state before and ignores its result. */
  readonly send: (event: Event) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Sets the effects for the states entered from now on. */
  readonly use: (work: FlowWork<State, Event>, provided: ProviderContext) => void
  /** Runs effects of states until the returned function is called. */
  readonly start: () => () => void
}

export const makeFlow = <State extends { readonly step: string }, Event extends { readonly type: string }>(
  machine: Machine<State, Event>,
  firstWork: FlowWork<State, Event>,
  firstProvided: ProviderContext
): Flow<State, Event> => {
  const listeners = makeListeners()
  let view: FlowView<State> = { state: machine.initial, waiting: null, defect: null }
  let work = firstWork
  let provided = firstProvided
  let started = false
  let running: AbortController | null = null

  const show = (changes: Partial<FlowView<State>>) => {
    view = { ...view, ...changes }
    listeners.notify()
  }

  const stop = () => {
    const stopped = running
    running = null
    stopped?.abort()
  }

  const enter = () => {
    stop()
    if (!started || !machine.working.includes(view.state.step)) return
    const mine = (running = new AbortController())
    const workOf = work
    const { state } = view
    const onWaiting = (waiting: RetryWait) => {
      if (running === mine) show({ waiting })
    }
    const begin = async (opened: LoadedKeystile) => {
      const effect = running === mine ? workOf(opened)(state) : null
      if (effect === null) return
      const { engine, keystile } = opened
      const outcome = engine.outcomeOf(
        await engine.runWatched(keystile, () => effect, { signal: mine.signal, onWaiting })
      )
      if (running !== mine) return
      running = null
      if (outcome.status === "success") send(outcome.value)
      else if (outcome.status === "defect") show({ defect: { value: outcome.defect } })
    }
    const { opened } = provided.read()
    if (opened !== null) void begin(opened)
    else {
      void provided.open().then(begin, (error: LoadFailure) => {
        if (running === mine) send(machine.notLoaded(error))
      })
    }
  }

  const send = (event: Event) => {
    const state = next(machine, view.state, event)
    if (state === view.state) return
    show({ state, waiting: null })
    enter()
  }

  return {
    read: () => view,
    send,
    subscribe: listeners.subscribe,
    use: (nextWork, nextProvided) => {
      work = nextWork
      provided = nextProvided
    },
    start: () => {
      started = true
      enter()
      return () => {
        started = false
        stop()
      }
    }
  }
}
