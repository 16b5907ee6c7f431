/** A delay after mount. */
import * as Exit from "effect/Exit"
import { useEffect, useState } from "react"
import { pause } from "../../core/lightweight/time-limit.ts"
import { useKeystile } from "./keystile-context.ts"

/**
 * Returns `true` once the component has been mounted for some milliseconds, by the clock of the provider's runtime.
 */
export const useDelay = (millis: number): boolean => {
  const { run } = useKeystile()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    void run(pause(millis), { signal: controller.signal }).then((exit) => {
      if (Exit.isSuccess(exit)) setIsOver(true)
    })
    return () => controller.abort()
  }, [millis, run])
  return isOver
}
