/** Runs a state machine while a component is mounted. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { type Flow, type FlowView, type FlowWork, makeFlow } from "./flow.ts"
import type { Machine } from "../flows/machine.ts"
import { useProviderContext } from "./keystile-context.ts"

export interface FlowHandle<State, Event> extends Omit<FlowView<State>, "defect"> {
  readonly send: Flow<State, Event>["send"]
}

/**
 * Runs a machine. `work` makes the effects of its states, which are interrupted on unmount. A state that is entered
 * before the engine is loaded runs its effect when it is. Returns the same object until something changes. Throws
 * defects to the error boundary.
 */
export const useFlow = <State extends { readonly step: string }, Event extends { readonly type: string }>(
  machine: Machine<State, Event>,
  work: FlowWork<NoInfer<State>, NoInfer<Event>>
): FlowHandle<State, Event> => {
  const provided = useProviderContext()
  const [flow] = useState(() => makeFlow<State, Event>(machine, work, provided))
  useEffect(() => flow.use(work, provided))
  useEffect(() => flow.start(), [flow])
  const { defect, state, waiting } = useSyncExternalStore(flow.subscribe, flow.read, flow.read)
  if (defect !== null) throw defect.value
  return useMemo(() => ({ state, waiting, send: flow.send }), [state, waiting, flow])
}
