/** Runs a state machine while a component is mounted. */
import { useEffect, useState, useSyncExternalStore } from "react"
import { type Flow, type FlowView, makeFlow, type Work } from "./flow.ts"
import type { Machine } from "./machine.ts"
import { useKeystile } from "../runtime/keystile-context.ts"

export interface RunningFlow<State, Event> extends Omit<FlowView<State>, "defect"> {
  readonly send: Flow<State, Event>["send"]
}

/**
 * Runs a machine. `work` returns the effect of a state, which is interrupted on unmount. Throws defects to the error
 * boundary.
 */
export const useFlow = <State extends { readonly step: string }, Event extends { readonly type: string }>(
  machine: Machine<State, Event>,
  work: Work<State, Event>
): RunningFlow<State, Event> => {
  const keystile = useKeystile()
  const [flow] = useState(() => makeFlow<State, Event>(machine, work, keystile.run))
  useEffect(() => flow.use(work, keystile.run))
  useEffect(() => flow.start(), [flow])
  const { defect, state, waiting } = useSyncExternalStore(flow.subscribe, flow.read, flow.read)
  if (defect !== null) throw defect.value
  return { state, waiting, send: flow.send }
}
