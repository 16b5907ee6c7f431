/** The root of the unstyled components: the current step and the state that sign-in methods share. */
import { type ComponentProps, createContext, useContext, useEffect, useMemo, useRef } from "react"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { infoOf } from "../forms/use-form-proof.ts"
import { useProject } from "../hooks/use-project.ts"
import { StepsContext } from "../screens/sign-in/steps-context.ts"
import { useSignInSteps } from "../screens/sign-in/use-sign-in-steps.ts"
import type { RenderableProps } from "./renderable.ts"

/**
 * `start`: all sign-in methods. `code`: the code of a magic link. `second-factor`: the code of an authenticator app.
 */
export type Step = "start" | "code" | "second-factor"

interface RootState {
  readonly type: "sign-in" | "sign-up"
  readonly step: Step
  readonly required: MultiFactorAuthenticationRequired | null
  readonly forgetRequired: () => void
}

const RootContext = createContext<RootState | null>(null)

export const useRootState = (part: string): RootState => {
  const state = useContext(RootContext)
  if (state === null) throw new Error(`<${part}> has to be inside <Root>.`)
  return state
}

/** Props of `<Root>`. */
export interface RootProps extends RenderableProps<ComponentProps<"div">> {
  /** Offers passkeys in the email field, if the project allows them. Default `true`. */
  readonly passkeyAutofill?: boolean | undefined
}

/** The second steps are part of the page. */
const loadNothing = async () => {}

/** Makes the root of one of the two pages. Its element has `data-step`. */
export const rootOf = (type: RootState["type"]) =>
  function Root({ children, passkeyAutofill = true, render, ...props }: RootProps) {
    const { config } = useProject()
    const autofill = type === "sign-in" && passkeyAutofill && config.passkeyEnabled
    const { forgetRequired, mailedCode, required, steps } = useSignInSteps({
      autofill,
      prepare: loadNothing,
      signUpProof: infoOf(config)
    })
    const step = required !== null ? "second-factor" : mailedCode !== null ? "code" : "start"
    const state = useMemo(() => ({ type, step, required, forgetRequired }) as const, [step, required, forgetRequired])

    const given = { ...props, "data-step": step, children }
    return (
      <StepsContext value={steps}>
        <RootContext value={state}>{render === undefined ? <div {...given} /> : render(given)}</RootContext>
      </StepsContext>
    )
  }

/** Props of `<Start>`. */
export type StartProps = Omit<ComponentProps<"div">, "ref">

/** Contains the first step. Renders nothing in the other steps. */
export const Start = (props: StartProps) => {
  const { step } = useRootState("Start")
  const here = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (step === "start" && before.current !== "start") here.current?.querySelector("input")?.focus()
    before.current = step
  }, [step])
  return step === "start" ? <div {...props} ref={here} /> : null
}
