/** The second steps, which replace the first. A form outside of a page has steps of its own. */
import * as Effect from "effect/Effect"
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react"
import type { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { lazyModule } from "../../../core/runtime/lazy-module.ts"
import { magicLink } from "../../flows/magic-link.ts"
import { magicLinkWork } from "../../flows/magic-link-work.ts"
import { useClient } from "../../hooks/use-client.ts"
import { useFlow } from "../../flows/use-flow.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"
import { rememberLastUsed } from "./last-used.ts"
import { makeDraft, StepsContext } from "./steps-context.ts"

type StepCards = typeof import("./step-cards.ts")

const loadCards = () => import("./step-cards.ts")

const stepCards = lazyModule("sign-in steps", loadCards)

/** Loads the second steps ahead of the first render. */
export const preloadSteps = (): void => {
  void loadCards().then(
    ({ preload }) => preload(),
    () => {}
  )
}

export interface SignInStepsProps {
  /** Heading level of a step's title. */
  readonly level?: 1 | 2 | undefined
  /** Renders a step as a card. Default `false`. */
  readonly card?: boolean | undefined
  readonly autofill?: boolean | undefined
  readonly children: ReactNode
}

/** Renders its children, or the step that replaces them. Within other `SignInSteps` it renders its children only. */
export const SignInSteps = (props: SignInStepsProps) =>
  useContext(StepsContext) === null ? <OwnSteps {...props} /> : props.children

const OwnSteps = ({ autofill = false, card = false, children, level = 2 }: SignInStepsProps) => {
  const keystile = useKeystile()
  const { projectId } = useClient()
  const [cards, setCards] = useState<StepCards | null>(null)
  const [required, setRequired] = useState<MultiFactorAuthenticationRequired | null>(null)
  const [draft] = useState(makeDraft)

  const common = useMemo(() => {
    const prepare = Effect.map(stepCards, (loaded) => setCards(loaded))
    return {
      prepare,
      requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Effect.map(prepare, () => setRequired(error)),
      remember: (method: string) => rememberLastUsed(projectId, method)
    }
  }, [projectId])

  const { prepare, remember, requireSecondFactor } = common
  const flow = useFlow(
    magicLink,
    magicLinkWork({ keystile, prepare, requireSecondFactor, sent: () => remember("magic-link") })
  )
  const { state } = flow
  const hasCode = state.step === "code" || state.step === "checking"
  const isOpen = cards !== null && (required !== null || hasCode)

  const start = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const { current } = start
    if (!isOpen && wasOpen.current) {
      ;(current?.querySelector<HTMLElement>("form input") ?? current?.querySelector<HTMLElement>("button"))?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen])

  const frame = { card, level, email: draft.read() }
  if (isOpen && required !== null) {
    return <cards.SecondFactorStep {...frame} error={required} onCancel={() => setRequired(null)} />
  }
  if (isOpen && hasCode) return <cards.MagicLinkCode {...frame} flow={{ ...flow, state }} />
  return (
    <StepsContext value={{ magicLink: flow, draft, autofill, requireSecondFactor, remember }}>
      <div className="ks-steps" ref={start}>
        {children}
      </div>
    </StepsContext>
  )
}
