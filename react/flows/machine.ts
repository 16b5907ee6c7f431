/**
 * State machines as data, without React and network.
 *
 * @example
 * let state = magicLink.initial
 * state = next(magicLink, state, { type: "submit", email: "noor@fernhill.example" })
 */

import type { LoadFailure } from "../../core/loading/load-failure.ts"

interface FlowState {
  readonly step: string
}

interface FlowEvent {
  readonly type: string
}

export interface Machine<State extends FlowState, Event extends FlowEvent> {
  readonly initial: State
  /** The states with an effect. It succeeds with the next event. */
  readonly working: ReadonlyArray<State["step"]>
  /** Returns the event of a state whose effect could not run, because the engine could not be loaded. */
  readonly notLoaded: (error: LoadFailure) => Event
  /** Transitions by state, then by event. A state ignores events that it does not list. */
  readonly transitions: {
    readonly [Step in State["step"]]: {
      readonly [Type in Event["type"]]?: (
        state: Extract<State, { readonly step: Step }>,
        event: Extract<Event, { readonly type: Type }>
      ) => State
    }
  }
}

/** Returns the state after an event: the same object if the state ignores it. */
export const next = <State extends FlowState, Event extends FlowEvent>(
  { transitions }: Machine<State, Event>,
  state: State,
  event: Event
): State => {
  // The types above pair each transition with its state and event; TypeScript cannot check that for a look-up by key.
  const table = transitions as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  const move = table[state.step]?.[event.type] as ((state: State, event: Event) => State) | undefined
  return move === undefined ? state : move(state, event)
}
