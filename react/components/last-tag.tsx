/** The tag on the sign-in method that was used last. */
import type { ComponentProps } from "react"
import { useMessages } from "../messages/messages.ts"
import { className } from "../theme/class-name.ts"

/** Marks the method of the last sign-in. */
export const LastTag = ({ children, className: given, ...props }: ComponentProps<"span">) => {
  const { lastUsed } = useMessages()
  return (
    <span {...props} className={className("ks-tag", given)}>
      {children ?? lastUsed}
    </span>
  )
}
