/** The modal dialog of the console. */
import { createContext, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef } from "react"
import { useBlockNavigation } from "./use-block-navigation.ts"

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /**
   * True while the dialog must not be closed: its request creates a secret that is shown this once. Escape and the
   * Cancel button of its form do nothing meanwhile, and the page is kept.
   */
  readonly isHeld?: boolean
}

const Held = createContext(false)

/** Returns whether the dialog around a component must not be closed. */
export const useIsDialogHeld = (): boolean => useContext(Held)

/** A modal dialog that is open while it is mounted. The browser traps the focus, and restores it on close. */
export const Dialog = ({ children, isHeld = false, onClose, title }: DialogProps) => {
  useBlockNavigation(isHeld)
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => {
    if (!isHeld) onClose()
  }
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog === null) return undefined
    dialog.showModal()
    // Browsers close it without a `cancel` event at a second Escape in succession (HTML, "close watcher").
    const reopen = () => {
      if (dialog.open) return
      dialog.showModal()
      latest.current()
    }
    dialog.addEventListener("close", reopen)
    return () => {
      dialog.removeEventListener("close", reopen)
      // Closed before it is removed from the document. Otherwise the browser does not restore the focus.
      dialog.close()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className="ks-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // React also dispatches the event of a dialog inside to this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
    >
      <div className="ks-dialog-body">
        <h2 className="ks-section-title" id={id}>
          {title}
        </h2>
        <Held value={isHeld}>{children}</Held>
      </div>
    </dialog>
  )
}
