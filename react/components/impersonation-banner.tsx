/**
 * The banner of an owner who is signed in as another person. It is in the top layer and in a shadow root of its own, so
 * that style sheets of the application neither cover nor hide nor change it.
 */
import { useEffect, useState } from "react"
import { createPortal } from "react-dom"
import { useSignOut } from "../hooks/use-sign-out.ts"
import { useUserState } from "../hooks/use-user-state.ts"
import { impersonationTexts } from "../messages/english/impersonation.ts"
import { useLanguageAttributes, useMessages } from "../messages/messages.ts"
import { formatNodes } from "../messages/template.ts"
import { styles } from "./impersonation-banner-styles.ts"

export interface ImpersonationBannerProps {
  readonly userId: string
}

export const ImpersonationBanner = ({ userId }: ImpersonationBannerProps) =>
  createPortal(<Banner userId={userId} />, useShadowRoot())

const Banner = ({ userId }: ImpersonationBannerProps) => {
  const { impersonation, impersonationEnd, impersonationText } = useMessages(impersonationTexts)
  const language = useLanguageAttributes()
  const { data: user } = useUserState({ includeRestricted: true })
  const { pending, run } = useSignOut()
  const name = user?.displayName || user?.primaryEmail || userId
  return (
    <section {...language} className="banner" aria-label={impersonation}>
      <p role="status">
        {formatNodes(impersonationText, {
          name: (
            <bdi key="name" title={name}>
              {name}
            </bdi>
          )
        })}
      </p>
      <button type="button" aria-disabled={pending} onClick={() => void (pending || run())}>
        {impersonationEnd}
      </button>
    </section>
  )
}

/** Set through the object model and as important: a style sheet of the application cannot override them. */
const hostStyles: Readonly<Record<string, string>> = {
  all: "initial",
  display: "block",
  position: "fixed",
  inset: "auto 0 0 0",
  width: "auto",
  height: "auto",
  margin: "0",
  padding: "0",
  border: "0",
  background: "none",
  overflow: "visible",
  opacity: "1",
  visibility: "visible",
  "pointer-events": "none",
  "z-index": "2147483647"
}

const makeHost = () => {
  const host = document.createElement("keystile-impersonation")
  for (const [name, value] of Object.entries(hostStyles)) host.style.setProperty(name, value, "important")
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  const root = host.attachShadow({ mode: "open" })
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

/** Returns the shadow root of an element that is at the end of the page while the component is mounted. */
const useShadowRoot = (): ShadowRoot => {
  const [{ host, root }] = useState(makeHost)
  useEffect(() => {
    document.body.append(host)
    if (typeof host.showPopover === "function") {
      host.setAttribute("popover", "manual")
      host.showPopover()
    }
    return () => host.remove()
  }, [host])
  return root
}
