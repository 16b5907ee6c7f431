/** Keeps a screen out of frames of other sites (clickjacking). */
import { type ReactNode, useLayoutEffect, useState } from "react"
import { alertIcon } from "../../components/icons.tsx"
import { pages } from "../../messages/english/pages.ts"
import { useMessages } from "../../messages/messages.ts"
import { MessageCard } from "../cards/message-card.tsx"

/** Props of `<FrameGuard>`. */
export interface FrameGuardProps {
  /** Shows its children in frames. Default `false`. */
  readonly allowed?: boolean | undefined
  /** Fills the page with the notice. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Shown until the frame is checked. Default nothing. */
  readonly pending?: ReactNode
  /** Shown if the page may be in a frame, or is in none. */
  readonly children: ReactNode
}

/**
 * Replaces its children by a notice if the page is in a frame. Also send the header `content-security-policy:
 * frame-ancestors 'none'`, which blocks the page before it is loaded.
 *
 * @example <FrameGuard fullPage><SignIn fullPage /></FrameGuard>
 */
export const FrameGuard = ({ allowed = false, children, fullPage, pending = null }: FrameGuardProps) => {
  const [framed, setFramed] = useState<boolean>()
  // eslint-disable-next-line react/set-state-in-effect -- a server cannot tell, and hydration needs the same
  useLayoutEffect(() => setFramed(window.top !== window.self), [])
  if (allowed || framed === false) return children
  return framed === undefined ? pending : <Framed fullPage={fullPage} />
}

const Framed = ({ fullPage }: Pick<FrameGuardProps, "fullPage">) => {
  const { framed } = useMessages(pages)
  return <MessageCard fullPage={fullPage} icon={alertIcon} tone="danger" title={framed} />
}
