/**
 * A widget of Cloudflare Turnstile. Shows something only if the visitor has to interact with it.
 *
 * Its script comes from `challenges.cloudflare.com`, which a content security policy has to allow (`script-src` and
 * `frame-src`).
 */
import { useEffect, useRef, useState } from "react"
import type { SignUpProofWidgetProps } from "./proof-widget.ts"

const SCRIPT_URL = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"

/** The service refuses tokens of another action. */
const ACTION = "sign-up"

/** The functions of the script. */
interface Turnstile {
  readonly render: (container: HTMLElement, options: object) => string | null | undefined
  readonly remove: (id: string) => void
}

const isTurnstile = (value: unknown): value is Turnstile =>
  typeof value === "object" && value !== null && "render" in value && "remove" in value

const readTurnstile = (): Turnstile | null => {
  const value: unknown = Reflect.get(globalThis, "turnstile")
  return isTurnstile(value) ? value : null
}

let loadPromise: Promise<Turnstile> | undefined

/** Loads the script once. After a failure the next call loads it again. */
const loadTurnstile = (): Promise<Turnstile> =>
  (loadPromise ??= new Promise<Turnstile>((resolve, reject) => {
    const known = readTurnstile()
    if (known !== null) return resolve(known)
    const script = document.createElement("script")
    const fail = () => {
      loadPromise = undefined
      script.remove()
      reject(new Error("The script of Turnstile could not be loaded."))
    }
    script.src = SCRIPT_URL
    script.async = true
    script.addEventListener("error", fail)
    script.addEventListener("load", () => {
      const loaded = readTurnstile()
      if (loaded === null) fail()
      else resolve(loaded)
    })
    document.head.append(script)
  }))

export const TurnstileWidget = ({ onError, onProof, siteKey }: SignUpProofWidgetProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    let remove: (() => void) | null = null
    let isGone = false
    const show = (turnstile: Turnstile) => {
      if (isGone || container.current === null) return
      const id = turnstile.render(container.current, {
        sitekey: siteKey,
        action: ACTION,
        appearance: "interaction-only",
        size: "flexible",
        "response-field": false,
        callback: (token: unknown) => {
          if (typeof token === "string") onProof(token)
        },
        "before-interactive-callback": () => setShown(true),
        "expired-callback": () => onProof(null),
        "timeout-callback": () => onError(new Error("The interaction with Turnstile timed out.")),
        "unsupported-callback": () => onError(new Error("Turnstile does not support this browser.")),
        // `true`: the error is handled here, and is not logged.
        "error-callback": (code: unknown) => {
          onError(new Error(`Turnstile failed with the error ${String(code)}.`))
          return true
        }
      })
      if (id === null || id === undefined) onError(new Error("Turnstile could not be shown."))
      else remove = () => turnstile.remove(id)
    }
    // `render` throws for an invalid site key.
    loadTurnstile().then(show).catch(onError)
    return () => {
      isGone = true
      remove?.()
    }
  }, [onError, onProof, siteKey])

  // Out of the flow until it shows something: as an empty row of the form it would move the button.
  return <div ref={container} style={isShown ? undefined : { position: "absolute" }} />
}
