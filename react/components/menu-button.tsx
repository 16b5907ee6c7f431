/** A button with a menu that is loaded on demand. */
import { type ComponentProps, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from "react"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { ErrorBoundary } from "./error-boundary.tsx"

/** The props that a menu gets from its button. */
export interface MenuAnchor {
  readonly id: string
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** The item that is focused when the menu opens. */
  readonly focus: "first" | "last"
  readonly close: () => void
}

export interface MenuButtonProps extends Omit<ComponentProps<"button">, "type" | "ref" | "onClick"> {
  /** Renders the open menu. */
  readonly menu: (anchor: MenuAnchor) => ReactNode
  /** Loads the menu's code. Called on hover and focus. */
  readonly preload?: (() => void) | undefined
}

/** Implements the menu button pattern of the ARIA Authoring Practices. */
export const MenuButton = ({ children, menu, preload, ...props }: MenuButtonProps) => {
  const messages = useMessagesOrBlank()
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<MenuAnchor["focus"] | null>(null)
  // Pressing the button of an open menu closes it by light dismiss, before the click. That click must not open it
  // again.
  const pressedOpen = useRef(false)
  const close = () => setFocus(null)
  return (
    <>
      <button
        {...props}
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={focus !== null}
        aria-controls={focus === null ? undefined : id}
        onPointerEnter={preload}
        onFocus={preload}
        onPointerDown={() => void (pressedOpen.current = focus !== null)}
        onClick={() => {
          setFocus(focus !== null || pressedOpen.current ? null : "first")
          pressedOpen.current = false
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
          event.preventDefault()
          setFocus(event.key === "ArrowDown" ? "first" : "last")
        }}
      >
        {children}
      </button>
      {focus !== null && (
        <ErrorBoundary
          fallback={() => (
            <span className="ks-hint" role="alert">
              {messages.unreachable}
            </span>
          )}
        >
          <Suspense fallback={null}>{menu({ id, trigger, focus, close })}</Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
