/** The second steps, which replace the first. A form outside of a page has steps of its own. */
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react"
import type { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { loadableModule } from "../../../core/runtime/loadable-module.ts"
import { makeStepHeight, StepHeightContext } from "../../components/step-motion.ts"
import type { SignUpProofInfo } from "../../../core/schema/sign-up-proof.ts"
import { useEmailDraft } from "../../forms/email-draft.ts"
import { useFormProof } from "../../forms/use-form-proof.ts"
import { magicLink } from "../../flows/magic-link.ts"
import { useFlow } from "../../runtime/use-flow.ts"
import { useSite } from "../../runtime/use-site.ts"
import { saveLastUsed } from "./last-used.ts"
import { StepsContext } from "./steps-context.ts"

type StepCards = typeof import("./step-cards.ts")

const stepCards = loadableModule("sign-in steps", () => import("./step-cards.ts"))

/** Loads the second steps ahead of the first render. */
export const preloadSteps = (): void => void stepCards.load().catch(() => {})

export interface SignInStepsProps {
  /** Heading level of a step's title. */
  readonly level?: 1 | 2 | undefined
  /** Renders a step as a card. Default `false`. */
  readonly card?: boolean | undefined
  readonly autofill?: boolean | undefined
  /** The page has other methods than the magic link. Default `false`. */
  readonly hasOtherMethods?: boolean | undefined
  /** The proof that sign-up needs, `null` for none. Default: it is read when a form is touched. */
  readonly signUpProof?: SignUpProofInfo | null | undefined
  readonly children: ReactNode
}

/** Renders its children, or the step that replaces them. Within other `SignInSteps` it renders its children only. */
export const SignInSteps = (props: SignInStepsProps) =>
  useContext(StepsContext) === null ? <OwnSteps {...props} /> : props.children

/** Selectors of what gets the focus after a step: the first of them that is in the page. */
const firstField = ["form input", "button"]
const otherMethods = [".ks-oauth", "[role=tab][aria-selected=false]", ...firstField]

const OwnSteps = ({
  autofill = false,
  card = false,
  children,
  hasOtherMethods = false,
  level = 2,
  signUpProof
}: SignInStepsProps) => {
  const { projectId } = useSite()
  const [cards, setCards] = useState<StepCards | null>(null)
  const [required, setRequired] = useState<MultiFactorAuthenticationRequired | null>(null)
  const draft = useEmailDraft()
  const proof = useFormProof(signUpProof)

  const common = useMemo(() => {
    const prepare = async () => setCards(await stepCards.load())
    return {
      prepare,
      requireSecondFactor: async (error: MultiFactorAuthenticationRequired) => {
        await prepare()
        setRequired(error)
      },
      saveMethod: (method: string) => saveLastUsed(projectId, method)
    }
  }, [projectId])

  const { prepare, saveMethod, requireSecondFactor } = common
  const flow = useFlow(magicLink, ({ engine, keystile }) =>
    engine.magicLinkWork({
      keystile,
      prepare,
      proof: proof.take,
      requireSecondFactor,
      sent: () => saveMethod("magic-link")
    })
  )
  const { state } = flow
  const isDone = state.step === "done" && required === null
  useEffect(() => {
    if (isDone) draft.write("")
    // eslint-disable-next-line react/exhaustive-deps -- once
  }, [isDone])
  const hasCode = state.step === "code" || state.step === "resending" || state.step === "checking"
  const isOpen = cards !== null && (required !== null || hasCode)

  const start = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const returnsTo = useRef<ReadonlyArray<string>>(firstField)
  useEffect(() => {
    const { current } = start
    if (!isOpen && wasOpen.current) {
      const elements = returnsTo.current.map((selector) => current?.querySelector<HTMLElement>(selector))
      elements.find((element) => element != null)?.focus()
      returnsTo.current = firstField
    }
    wasOpen.current = isOpen
  }, [isOpen])
  const toOtherMethods = () => {
    returnsTo.current = otherMethods
    flow.send({ type: "cancel" })
  }

  const [height] = useState(makeStepHeight)
  const frame = { card, level, email: draft.read() }
  const step = () => {
    if (isOpen && required !== null) {
      return <cards.SecondFactorStep {...frame} error={required} onCancel={() => setRequired(null)} />
    }
    if (isOpen && hasCode) {
      const onOtherMethod = hasOtherMethods ? toOtherMethods : undefined
      return <cards.MagicLinkCode {...frame} flow={{ ...flow, state }} proof={proof} onOtherMethod={onOtherMethod} />
    }
    return (
      <StepsContext value={{ magicLink: flow, draft, proof, autofill, requireSecondFactor, saveMethod }}>
        <div className="ks-steps" ref={start}>
          {children}
        </div>
      </StepsContext>
    )
  }
  return <StepHeightContext value={height}>{step()}</StepHeightContext>
}
