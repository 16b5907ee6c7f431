/**
 * Flows as data: the states that one can be in, and where each event leads from each of them. No React, no network.
 *
 * @example
 * let state = magicLink.initial
 * state = next(magicLink, state, { type: "submit", email: "noor@fernhill.example" })
 */

interface Named {
  readonly step: string
}

interface Typed {
  readonly type: string
}

export interface Machine<State extends Named, Event extends Typed> {
  readonly initial: State
  /** By state, then by event. An event that a state does not list leads nowhere. */
  readonly transitions: {
    readonly [Step in State["step"]]: {
      readonly [Type in Event["type"]]?: (
        state: Extract<State, { readonly step: Step }>,
        event: Extract<Event, { readonly type: Type }>
      ) => State
    }
  }
}

/** The state that an event leads to: the same object if it leads nowhere. */
export const next = <State extends Named, Event extends Typed>(
  { transitions }: Machine<State, Event>,
  state: State,
  event: Event
): State => {
  // The types above say that a state and an event find a function of just these two; no type can say it of a look-up.
  const table = transitions as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  const move = table[state.step]?.[event.type] as ((state: State, event: Event) => State) | undefined
  return move === undefined ? state : move(state, event)
}
