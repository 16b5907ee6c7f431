/** Reads the code of a page that a mail or a command line leads to. */
import * as Redacted from "effect/Redacted"
import { useLayoutEffect, useState } from "react"
import { VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/code-length.ts"
import { type LinkCodeParameter, takeLinkCode } from "./take-link-code.ts"

/** Parameters of a page that the application reads itself. */
export type PageParameters = URLSearchParams | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const readParameter = (parameters: PageParameters, name: LinkCodeParameter): string | null => {
  const code = parameters instanceof URLSearchParams ? parameters.get(name) : parameters[name]
  return typeof code === "string" ? code : null
}

/**
 * Returns the code of the page: `undefined` until it is read, `null` if there is none of the right length. Letters
 * are not case-sensitive.
 */
export const useLinkCode = (
  parameters?: PageParameters,
  name: LinkCodeParameter = "code"
): Redacted.Redacted<string> | null | undefined => {
  const [found, setFound] = useState<Redacted.Redacted<string> | null>()
  const own = parameters === undefined ? undefined : readParameter(parameters, name)
  // A layout effect, so that the page is not painted twice.
  useLayoutEffect(() => {
    const taken = takeLinkCode(name)
    // A router that follows the URL, or a reload, gives parameters without the code.
    const code = (own ?? taken)?.trim()
    // eslint-disable-next-line react/set-state-in-effect -- the URL is no part of React
    setFound(code?.length === VERIFICATION_CODE_LENGTH ? Redacted.make(code) : null)
  }, [own, name])
  return found
}
