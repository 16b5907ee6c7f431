/** The modal dialog of the console. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react"

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A modal dialog that is open while it is mounted. The browser traps the focus, and restores it on close. */
export const Dialog = ({ children, onClose, title }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed before it is removed from the document. Otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
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
        onClose()
      }}
    >
      <div className="ks-dialog-body">
        <h2 className="ks-section-title" id={id}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
