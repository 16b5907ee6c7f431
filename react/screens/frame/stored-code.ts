/**
 * Stores the code of a page in session storage while the user signs in on other pages, whose URLs do not contain it.
 * Removed when the user has decided on the page, or when the code proves used, expired or invalid. In browsers that
 * block session storage the user has to open the link again.
 */
import * as Redacted from "effect/Redacted"
import { useLayoutEffect, useState } from "react"
import { VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/code-length.ts"
import { readStored, writeStored } from "../../storage/web-storage.ts"
import { type PageParameters, useLinkCode } from "./link-code.ts"
import type { LinkCodeParameter } from "./take-link-code.ts"

export interface StoredCode {
  readonly save: (code: Redacted.Redacted<string>) => void
  readonly remove: () => void
  /** Returns the code of the page, or the stored one: `undefined` until it is read, `null` if there is none. */
  readonly useCode: (parameters?: PageParameters) => Redacted.Redacted<string> | null | undefined
}

/** Stores the code in this parameter of a page under a key. */
export const storedCode = (key: string, parameter: LinkCodeParameter): StoredCode => ({
  save: (code) => writeStored("sessionStorage", key, Redacted.value(code)),
  remove: () => writeStored("sessionStorage", key, null),
  useCode: (parameters) => {
    const own = useLinkCode(parameters, parameter)
    const [stored, setStored] = useState<Redacted.Redacted<string> | null>()
    useLayoutEffect(() => {
      const text = readStored("sessionStorage", key)
      // eslint-disable-next-line react/set-state-in-effect -- what the browser keeps is no part of React
      setStored(text?.length === VERIFICATION_CODE_LENGTH ? Redacted.make(text) : null)
    }, [])
    return own ?? (own === undefined ? undefined : stored)
  }
})
