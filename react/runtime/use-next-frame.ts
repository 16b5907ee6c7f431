/** Defers a skeleton by one frame, so that a response which arrives before it is shown at once. */
import { useLayoutEffect, useState } from "react"
import { useOnServer } from "./on-server.ts"

/**
 * Returns `false` until the frame after the first render, then `true`. A server has no frames: it renders with `true`,
 * and so does the browser when it hydrates that HTML.
 */
export const useNextFrame = (): boolean => {
  const [hasFrame, setHasFrame] = useState(useOnServer())
  useLayoutEffect(() => {
    if (hasFrame) return undefined
    const frame = requestAnimationFrame(() => setHasFrame(true))
    return () => cancelAnimationFrame(frame)
  }, [hasFrame])
  return hasFrame
}
