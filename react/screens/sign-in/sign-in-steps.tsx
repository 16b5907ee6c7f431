/** The second steps, which replace the first. A form outside of a page has steps of its own. */
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react"
import { loadableModule } from "../../../core/loading/loadable-module.ts"
import { makeStepHeight, StepHeightContext } from "../../components/step-motion.ts"
import type { SignUpProofInfo } from "../../../core/schema/sign-up-proof.ts"
import { StepsContext } from "./steps-context.ts"
import { useSignInSteps } from "./use-sign-in-steps.ts"

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
  const [cards, setCards] = useState<StepCards | null>(null)
  const prepare = useCallback(async () => setCards(await stepCards.load()), [])
  const { forgetRequired, mailedCode, required, steps } = useSignInSteps({ autofill, prepare, signUpProof })
  const { draft, magicLink, proof } = steps
  const isOpen = cards !== null && (required !== null || mailedCode !== null)

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
    magicLink.send({ type: "cancel" })
  }

  const [height] = useState(makeStepHeight)
  const frame = { card, level, email: draft.read() }
  const step = () => {
    if (isOpen && required !== null) {
      return <cards.SecondFactorStep {...frame} error={required} onCancel={forgetRequired} />
    }
    if (isOpen && mailedCode !== null) {
      const onOtherMethod = hasOtherMethods ? toOtherMethods : undefined
      return (
        <cards.MagicLinkCode
          {...frame}
          flow={{ ...magicLink, state: mailedCode }}
          proof={proof}
          onOtherMethod={onOtherMethod}
        />
      )
    }
    return (
      <StepsContext value={steps}>
        <div className="ks-steps" ref={start}>
          {children}
        </div>
      </StepsContext>
    )
  }
  return <StepHeightContext value={height}>{step()}</StepHeightContext>
}
