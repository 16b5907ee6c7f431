/** The proof for the forms of a page or of a single form. */
import { useEffect, useMemo, useState } from "react"
import type { SignUpProofInfo } from "../../core/schema/sign-up-proof.ts"
import { useOpenedIfLoaded, useProviderContext } from "../runtime/keystile-context.ts"
import { useKnown } from "../runtime/use-query.ts"
import { type FormProof, makeFormProof } from "./form-proof.ts"

const unknown = () => undefined

/** @param given The project's check, `null` for none. By default it is read when the user touches a form. */
export const useFormProof = (given?: SignUpProofInfo | null): FormProof => {
  const { open } = useProviderContext()
  const opened = useOpenedIfLoaded()
  const [isTouched, setTouched] = useState(false)
  const [made] = useState(() =>
    makeFormProof(() =>
      open().then(
        ({ engine, keystile }) => engine.makeProof(keystile),
        () => null
      )
    )
  )
  const isRead = given === undefined
  const proof = useMemo(() => {
    const begin = () => {
      // Without a read nothing depends on it, and the page would be rendered again for the first key.
      if (isRead) setTouched(true)
      made.begin()
    }
    return { ...made, begin }
  }, [isRead, made])
  const isAsked = isRead && isTouched
  const exit = useKnown(opened, isAsked && opened !== null ? opened.engine.queries.projectQuery : null, unknown)?.exit
  const read = exit?._tag === "Success" ? infoOf(exit.value.config) : undefined
  const info = isRead ? read : given
  useEffect(() => proof.use(info), [proof, info])
  return proof
}

interface ProofSettings {
  readonly signUpEnabled: boolean
  readonly signUpProof?: SignUpProofInfo | undefined
}

/** Returns the check of a project; `null` if it requires none, and while sign-up is off. */
export const infoOf = ({ signUpEnabled, signUpProof }: ProofSettings): SignUpProofInfo | null =>
  signUpEnabled && signUpProof !== undefined ? signUpProof : null
