/** A modal `<dialog>`: traps the focus, closes on Escape, and returns the focus afterwards. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react"
import { useClassName } from "../theme/appearance.ts"
import { Text } from "./text.tsx"

export interface DialogProps {
  readonly title: string
  readonly text?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ children, onClose, text, title }: DialogProps) => {
  const id = useId()
  const textId = `${id}-text`
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
    <dialog
      ref={dialog}
      className={useClassName("dialog", "ks ks-dialog")}
      aria-labelledby={id}
      aria-describedby={text === undefined ? undefined : textId}
    >
      <div className="ks-dialog-body">
        <div className="ks-card-head">
          <h2 className={useClassName("title", "ks-title")} id={id}>
            {title}
          </h2>
          {text !== undefined && <Text id={textId}>{text}</Text>}
        </div>
        {children}
      </div>
    </dialog>
  )
}
