/** A modal `<dialog>`: traps the focus, closes on Escape, and returns the focus afterwards. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react"

export interface DialogProps {
  readonly title: string
  readonly text?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ children, onClose, text, title }: DialogProps) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })

  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (element !== null && !element.open) element.showModal?.()
    return () => {
      element?.close?.()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  useEffect(() => {
    const element = dialog.current
    const cancel = (event: Event) => {
      event.preventDefault()
      latest.current()
    }
    element?.addEventListener("cancel", cancel)
    return () => element?.removeEventListener("cancel", cancel)
  }, [])

  return (
    <dialog ref={dialog} className="ks ks-dialog" aria-labelledby={id}>
      <div className="ks-dialog-body">
        <div className="ks-card-head">
          <h2 className="ks-title" id={id}>
            {title}
          </h2>
          {text !== undefined && <p className="ks-text">{text}</p>}
        </div>
        {children}
      </div>
    </dialog>
  )
}
