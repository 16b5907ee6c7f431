/** A delay after mount. */
import { useEffect, useState } from "react"
import { useProviderContext } from "./keystile-context.ts"

/**
 * Returns `true` once the component has been mounted for some milliseconds, by the clock of the application's runtime,
 * or else by a timer.
 */
export const useDelay = (millis: number): boolean => {
  const { open, site } = useProviderContext()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (site !== null) {
      const timer = setTimeout(() => setIsOver(true), millis)
      return () => clearTimeout(timer)
    }
    const controller = new AbortController()
    void open().then(
      async ({ engine, keystile }) => {
        const exit = await keystile.run(engine.pause(millis), { signal: controller.signal })
        if (exit._tag === "Success") setIsOver(true)
      },
      () => {}
    )
    return () => controller.abort()
  }, [millis, open, site])
  return isOver
}
