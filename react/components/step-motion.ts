/** Animates the change of a step: the card grows or shrinks to its new height while its content fades in. */
import { createContext, type RefObject, useContext, useLayoutEffect, useRef } from "react"

/** Height of the card that is being replaced, in pixels. Known only while React commits the change. */
export interface StepHeight {
  /** Called by the card that is removed, while it is still in the page. */
  readonly leave: (body: HTMLElement) => void
  /** Called by the card that takes its place. Returns `null` if there was none. */
  readonly take: (body: HTMLElement) => number | null
}

export const makeStepHeight = (): StepHeight => {
  let left: { readonly body: HTMLElement; readonly height: number } | null = null
  return {
    leave: (body) => {
      left = { body, height: body.offsetHeight }
      queueMicrotask(() => (left = null))
    },
    // StrictMode runs the effects of a card twice, which replaces no card.
    take: (body) => (left === null || left.body === body ? null : left.height)
  }
}

export const StepHeightContext = createContext<StepHeight | null>(null)

/** The tokens `--ks-slow`, `--ks-mid` and `--ks-ease`, which scripts cannot read as times. */
const HEIGHT = { duration: 320, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" }
const FADE = { duration: 180, easing: "ease-out" }

const prefersNoMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches

const animate = (body: HTMLElement, before: number) => {
  // Absent in test environments.
  if (typeof body.animate !== "function" || prefersNoMotion()) return
  const after = body.offsetHeight
  if (before !== after) {
    body.animate(
      [
        { blockSize: `${before}px`, overflow: "clip" },
        { blockSize: `${after}px`, overflow: "clip" }
      ],
      HEIGHT
    )
  }
  for (const child of body.children) child.animate([{ opacity: 0 }, { opacity: 1 }], FADE)
}

/** Returns the ref for the body of a card. Without `StepHeightContext` nothing is animated. */
export const useStepMotion = (): RefObject<HTMLDivElement | null> => {
  const height = useContext(StepHeightContext)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const body = ref.current
    if (height === null || body === null) return undefined
    const before = height.take(body)
    if (before !== null) animate(body, before)
    return () => height.leave(body)
  }, [height])
  return ref
}
