/** The widget of a sign-up form that needs one, and the status while a request waits for its proof. */
import { createElement, useContext, useEffect, useState, useSyncExternalStore } from "react"
import { loadableModule } from "../../core/loading/loadable-module.ts"
import type { SignUpProofInfo } from "../../core/schema/sign-up-proof.ts"
import type { FormProof } from "./form-proof.ts"
import { proof as texts } from "../messages/english/proof.ts"
import { useMessages } from "../messages/messages.ts"
import { ProofWidgetContext, type SignUpProofWidget } from "../components/proof-widget.ts"

const turnstile = loadableModule("Turnstile widget", () =>
  import("../components/turnstile-widget.tsx").then(({ TurnstileWidget }) => TurnstileWidget)
)

export interface ProofFieldsProps {
  readonly proof: FormProof
}

export interface ProofStatusProps extends ProofFieldsProps {
  /** Sets no class names. Default `false`. */
  readonly unstyled?: boolean | undefined
}

/** Renders nothing for a project that requires no proof, and before the form is touched. */
export const ProofFields = ({ proof }: ProofFieldsProps) => {
  const { round, widget } = useSyncExternalStore(proof.subscribe, proof.read, proof.read)
  return widget === null ? null : <Widget proof={proof} info={widget} round={round} />
}

/** Says that a request waits for its proof. Below the button, which it does not move. */
export const ProofStatus = ({ proof, unstyled = false }: ProofStatusProps) => {
  const { isAsked, isSlow } = useSyncExternalStore(proof.subscribe, proof.read, proof.read)
  const { proofWorking } = useMessages(texts)
  if (!isAsked) return null
  return (
    <div className={unstyled ? undefined : isSlow ? "ks-text" : "ks-visually-hidden"} role="status">
      {isSlow && proofWorking}
    </div>
  )
}

interface WidgetProps {
  readonly proof: FormProof
  readonly info: SignUpProofInfo
  readonly round: number
}

const Widget = ({ info, proof, round }: WidgetProps) => {
  const own = useContext(ProofWidgetContext)
  const isTurnstile = own === null && info.type === "turnstile"
  const [loaded, setLoaded] = useState<SignUpProofWidget | null>(() => turnstile.getIfLoaded() ?? null)
  const Component = own ?? (isTurnstile ? loaded : null)
  const hasWidget = own !== null || isTurnstile

  // Stays connected from one proof to the next: other forms may wait for theirs.
  useEffect(() => (hasWidget ? proof.connect() : undefined), [proof, hasWidget])

  useEffect(() => {
    if (isTurnstile) turnstile.load().then((module) => setLoaded(() => module), proof.onError)
  }, [proof, isTurnstile, round])

  const { siteKey, type } = info
  const { onError, onProof } = proof
  return Component === null ? null : createElement(Component, { key: round, type, siteKey, onProof, onError })
}
