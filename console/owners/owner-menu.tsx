/** The menu of the owner. Signing out first sends the deletions that can still be undone, which need the session. */
import { type MouseEvent, useRef } from "react"
import { UserButton } from "../../react/components/user-button.tsx"
import { useSignOut } from "../../react/hooks/use-sign-out.ts"
import { useUserState } from "../../react/hooks/use-user-state.ts"
import { useDeletionQueue } from "../deletions/deletions.tsx"

interface Props {
  /** Called when the sign-out begins. */
  readonly onSignOut: () => void
}

export const OwnerMenu = ({ onSignOut }: Props) => {
  const { sendAll, unfinished } = useDeletionQueue()
  const signOut = useSignOut()
  const { data: user } = useUserState()
  const isSending = useRef(false)

  const sendFirst = async () => {
    if (isSending.current) return
    isSending.current = true
    let isDone = true
    // Deletions may begin, or be tried again, while others are sent.
    while (isDone && unfinished() > 0) isDone = await sendAll()
    isSending.current = false
    // Otherwise the page stays, and shows what has failed.
    if (!isDone) return
    onSignOut()
    await signOut.run()
  }

  const onClick = (event: MouseEvent) => {
    const item = buttonItem(event)
    // Without a user, the menu has no item for signing out.
    if (item === null || user == null) return
    if (unfinished() === 0) return onSignOut()
    // The item itself would sign out at once.
    event.stopPropagation()
    item.closest<HTMLElement>("[popover]")?.hidePopover?.()
    void sendFirst()
  }

  return (
    // It listens to the buttons in it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span onClickCapture={onClick}>
      <UserButton />
    </span>
  )
}

/** Returns the item that was clicked, if it is a button. The only one in the menu of a user signs out. */
const buttonItem = ({ target }: MouseEvent): Element | null =>
  target instanceof Element ? target.closest('button[role="menuitem"]') : null
