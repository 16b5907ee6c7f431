/**
 * The state of the steps of a page: what its sign-in methods share, and the second factor that one of them required.
 */
import { useCallback, useMemo, useState } from "react"
import type { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import type { SignUpProofInfo } from "../../../core/schema/sign-up-proof.ts"
import { type MagicLinkState, magicLink as machine } from "../../flows/magic-link.ts"
import { useEmailDraft } from "../../forms/use-email-draft.ts"
import { useFormProof } from "../../forms/use-form-proof.ts"
import { useFlow } from "../../runtime/use-flow.ts"
import { useSite } from "../../runtime/use-site.ts"
import { saveLastUsed } from "./last-used.ts"
import type { Steps } from "./steps-context.ts"

interface Options {
  readonly autofill: boolean
  /** Loads the second steps. Create it outside of the component, or memoize it. */
  readonly prepare: () => Promise<void>
  /** The proof that sign-up needs, `null` for none. Default: it is read when a form is touched. */
  readonly signUpProof: SignUpProofInfo | null | undefined
}

interface SignInStepsState {
  /** The value of `StepsContext`. */
  readonly steps: Steps
  /** The state of the mailed code, in its step. */
  readonly mailedCode: Extract<MagicLinkState, { readonly step: "code" | "resending" | "checking" }> | null
  /** Set in the step of the second factor. */
  readonly required: MultiFactorAuthenticationRequired | null
  readonly forgetRequired: () => void
}

export const useSignInSteps = ({ autofill, prepare, signUpProof }: Options): SignInStepsState => {
  const { projectId } = useSite()
  const [required, setRequired] = useState<MultiFactorAuthenticationRequired | null>(null)
  const draft = useEmailDraft()
  const proof = useFormProof(signUpProof)
  const saveMethod = useCallback((method: string) => saveLastUsed(projectId, method), [projectId])
  const requireSecondFactor = useCallback(
    async (error: MultiFactorAuthenticationRequired) => {
      await prepare()
      setRequired(error)
    },
    [prepare]
  )
  const forgetRequired = useCallback(() => setRequired(null), [])
  const magicLink = useFlow(machine, ({ engine, keystile }) =>
    engine.magicLinkWork({
      keystile,
      prepare,
      proof: proof.take,
      requireSecondFactor,
      onSent: () => saveMethod("magic-link")
    })
  )
  const steps = useMemo(
    () => ({ magicLink, draft, proof, autofill, requireSecondFactor, saveMethod }),
    [magicLink, draft, proof, autofill, requireSecondFactor, saveMethod]
  )
  const { state } = magicLink
  const hasCode = state.step === "code" || state.step === "resending" || state.step === "checking"
  return { steps, mailedCode: hasCode ? state : null, required, forgetRequired }
}
