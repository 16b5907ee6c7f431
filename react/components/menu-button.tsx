/** A button with a menu. The menu's code comes when it is first wanted. */
import { type ComponentProps, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from "react"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { ErrorBoundary } from "./error-boundary.tsx"

/** What an open menu is told by its button. */
export interface MenuAnchor {
  readonly id: string
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** Where the focus goes when the menu opens. */
  readonly focus: "first" | "last"
  readonly close: () => void
}

export interface MenuButtonProps extends Omit<ComponentProps<"button">, "type" | "ref" | "onClick"> {
  /** Renders the open menu. */
  readonly menu: (anchor: MenuAnchor) => ReactNode
  /** Fetches the menu's code. Called when it is likely to be wanted. */
  readonly preload?: (() => void) | undefined
}

/** By the menu button pattern of the WAI-ARIA practices: Enter, Space and arrows open it. */
export const MenuButton = ({ children, menu, preload, ...props }: MenuButtonProps) => {
  const messages = useMessagesOrBlank()
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<MenuAnchor["focus"] | null>(null)
  // A press beside an open menu closes it before the button is clicked: that click is not to open it again.
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
