/** What is asked in front of a page. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react"

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A dialog, open as long as it is there. The browser keeps the focus within, and gives it back. */
export const Dialog = ({ children, onClose, title }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed while it is still there: only then the focus goes back to where it was.
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
