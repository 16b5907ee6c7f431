/** Defers a skeleton by one frame, so that a response which arrives before it is shown at once. */
import { useLayoutEffect, useState } from "react"
import { useProviderContext } from "./keystile-context.ts"
import { useOnServer } from "./on-server.ts"

/**
 * Returns `false` until the provider's first frame, then `true`. Always `true` after it: a skeleton that is painted
 * already stays. A server has no frames: it renders with `true`, and so does the browser when it hydrates that HTML.
 */
export const useFirstFrame = (): boolean => {
  const { hasFrame } = useProviderContext()
  const onServer = useOnServer()
  const [isPast, setIsPast] = useState(onServer || hasFrame())
  useLayoutEffect(() => {
    if (isPast) return undefined
    const frame = requestAnimationFrame(() => setIsPast(true))
    return () => cancelAnimationFrame(frame)
  }, [isPast])
  return isPast
}
