/** The button of the panel, in a shadow root at the end of the page. */
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from "react"
import { createPortal } from "react-dom"
import { observeCalls } from "../../core/http/tracing.ts"
import { useOnServer } from "../runtime/on-server.ts"
import { type CallLog, makeCallLog } from "./call-log.ts"
import { Panel } from "./panel.tsx"
import { styleSheet } from "./style-sheet.ts"

/** Props of `<KeystileDevtools>`. */
export interface KeystileDevtoolsProps {
  /** The corner of the button. Default `bottom-right`. */
  readonly position?: "bottom-left" | "bottom-right" | "top-left" | "top-right" | undefined
  /** The color scheme. Default that of the system. */
  readonly scheme?: "light" | "dark" | undefined
  /** True if the panel is open at first. Default false. */
  readonly initiallyOpen?: boolean | undefined
}

/**
 * Shows the session, the calls and the cached reads of the provider, in a panel that a button in a corner opens.
 * Tokens, inputs and results are never shown. Render it once, inside of `<KeystileProvider>`. Renders nothing in
 * production.
 */
export const KeystileDevtools = (props: KeystileDevtoolsProps) => (useOnServer() ? null : <Devtools {...props} />)

const Devtools = ({ initiallyOpen = false, position = "bottom-right", scheme }: KeystileDevtoolsProps) => {
  const [log] = useState(makeCallLog)
  const [{ host, root }] = useState(makeHost)
  useEffect(() => observeCalls(log.trace), [log])
  useEffect(() => {
    document.body.append(host)
    return () => host.remove()
  }, [host])
  return createPortal(
    <div className="root" lang="en" dir="ltr" data-position={position} data-scheme={scheme}>
      <Tools root={root} log={log} initiallyOpen={initiallyOpen} />
    </div>,
    root
  )
}

interface Host {
  readonly host: HTMLElement
  readonly root: ShadowRoot
}

const makeHost = (): Host => {
  // The rules of an application rarely select an element of this name.
  const host = document.createElement("keystile-devtools")
  const root = host.attachShadow({ mode: "open" })
  // A content security policy may refuse `<style>`, but not a style sheet that is constructed.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleSheet)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

interface ToolsProps {
  readonly root: ShadowRoot
  readonly log: CallLog
  readonly initiallyOpen: boolean
}

const Tools = ({ initiallyOpen, log, root }: ToolsProps) => {
  const [isOpen, setOpen] = useState(initiallyOpen)
  const calls = useSyncExternalStore(log.subscribe, log.calls, log.calls)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  const isWaiting = calls.some(({ waiting }) => waiting !== null)

  const close = useCallback(() => {
    setOpen(false)
    toggle.current?.focus()
  }, [])
  useEffect(() => {
    if (!isOpen) return undefined
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return
      event.stopPropagation()
      close()
    }
    root.addEventListener("keydown", onKeyDown)
    return () => root.removeEventListener("keydown", onKeyDown)
  }, [close, isOpen, root])

  return (
    <>
      <button
        ref={toggle}
        type="button"
        className="toggle"
        aria-label={isWaiting ? "Keystile devtools, a call waits for a retry" : "Keystile devtools"}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-waiting={isWaiting ? "" : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden>
          <circle cx="8" cy="16" r="4.5" />
          <path d="m11.5 12.5 8-8m-3.5 3.5 3 3m-6 0 2 2" />
        </svg>
      </button>
      {isOpen && (
        <section id={id} className="panel" aria-label="Keystile devtools">
          <header>
            <h2>Keystile devtools</h2>
            <button type="button" className="small" onClick={close}>
              Close
            </button>
          </header>
          <div className="content">
            <Panel log={log} />
          </div>
        </section>
      )}
    </>
  )
}
