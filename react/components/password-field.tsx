/** A password field with a button that shows the password. It hides again on submit. */
import { useEffect, useRef, useState } from "react"
import { useMessages } from "../messages/messages.ts"
import { Field, type FieldProps } from "./field.tsx"
import { eyeIcon, eyeOffIcon, Icon } from "./icons.tsx"

/** A field for a password, with a button that shows it. */
export const PasswordField = (props: Omit<FieldProps, "type" | "end">) => {
  const messages = useMessages()
  const [shown, setShown] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const form = toggle.current?.form
    const hide = () => setShown(false)
    form?.addEventListener("submit", hide)
    return () => form?.removeEventListener("submit", hide)
  }, [])

  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      end={
        <button
          ref={toggle}
          type="button"
          className="ks-icon-button ks-input-end"
          aria-label={messages.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon path={shown ? eyeOffIcon : eyeIcon} />
        </button>
      }
    />
  )
}
