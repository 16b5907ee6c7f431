/** Runs a state machine: handles events and runs the effects of its states. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { OnWaiting, type Waiting } from "../../core/http/retry.ts"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import type { Client } from "../../tiers/client.ts"
import type { Keystile } from "../runtime/keystile.ts"
import { type Machine, next } from "./machine.ts"

/** Returns the effect of a state, which succeeds with the next event; `null` for no effect. */
export type Work<State, Event> = (state: State) => Effect.Effect<Event, never, Client> | null

export interface FlowView<State> {
  readonly state: State
  /** Set while a call waits for its next attempt, with the time of that attempt. */
  readonly waiting: Waiting | null
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
  readonly use: (work: Work<State, Event>, run: Keystile["run"]) => void
  /** Runs effects of states until the returned function is called. */
  readonly start: () => () => void
}

export const makeFlow = <State extends { readonly step: string }, Event extends { readonly type: string }>(
  machine: Machine<State, Event>,
  firstWork: Work<State, Event>,
  firstRun: Keystile["run"]
): Flow<State, Event> => {
  const listeners = makeListeners()
  let view: FlowView<State> = { state: machine.initial, waiting: null, defect: null }
  let work = firstWork
  let run = firstRun
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
    const effect = started ? work(view.state) : null
    if (effect === null) return
    const mine = (running = new AbortController())
    const onWaiting = (waiting: Waiting) =>
      Effect.sync(() => {
        if (running === mine) show({ waiting })
      })
    void run(Effect.provideService(effect, OnWaiting, onWaiting), { signal: mine.signal }).then((exit) => {
      if (running !== mine) return
      running = null
      if (Exit.isSuccess(exit)) send(exit.value)
      else if (!Cause.hasInterruptsOnly(exit.cause)) show({ defect: { value: Cause.squash(exit.cause) } })
    })
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
    use: (nextWork, nextRun) => {
      work = nextWork
      run = nextRun
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
