/** Keeps a screen out of other sites' frames, where its user could be made to click on what they do not see. */
import { type ReactNode, useLayoutEffect, useState } from "react"
import { alertIcon } from "../../components/icons.tsx"
import { pages } from "../../messages/english/pages.ts"
import { useMessages } from "../../messages/messages.ts"
import { MessageCard } from "../cards/message-card.tsx"

export interface FrameGuardProps {
  /** Shows its children in frames as well. Default `false`. */
  readonly allowed?: boolean | undefined
  /** Fills the page with the notice. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** What shows until it is known. Default nothing. */
  readonly pending?: ReactNode
  readonly children: ReactNode
}

/**
 * Shows a notice in place of its children when the page is in a frame. The header `content-security-policy:
 * frame-ancestors 'none'` keeps the whole page out of frames, before anything of it is loaded: send that, too.
 *
 * @example <FrameGuard fullPage><SignIn fullPage /></FrameGuard>
 */
export const FrameGuard = ({ allowed = false, children, fullPage, pending = null }: FrameGuardProps) => {
  const [framed, setFramed] = useState<boolean>()
  // eslint-disable-next-line react/set-state-in-effect -- a server does not know, and the first render is the same there
  useLayoutEffect(() => setFramed(window.top !== window.self), [])
  if (allowed || framed === false) return children
  return framed === undefined ? pending : <Framed fullPage={fullPage} />
}

const Framed = ({ fullPage }: Pick<FrameGuardProps, "fullPage">) => {
  const { framed } = useMessages(pages)
  return <MessageCard fullPage={fullPage} icon={alertIcon} tone="danger" title={framed} />
}
