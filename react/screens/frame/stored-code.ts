/**
 * Stores the code of a page in session storage while the user signs in on other pages, whose URLs do not contain it.
 * Removed when the question of the page is answered.
 */
import * as Redacted from "effect/Redacted"
import { useLayoutEffect, useState } from "react"
import { VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/code-length.ts"
import { type PageParameters, useLinkCode } from "./link-code.ts"
import type { LinkCodeParameter } from "./take-link-code.ts"

/** Browsers can block session storage. Then the user has to open the link again. */
const attempt = <A>(work: (storage: Storage) => A): A | null => {
  try {
    return work(globalThis.sessionStorage)
  } catch {
    return null
  }
}

export interface StoredCode {
  readonly save: (code: Redacted.Redacted<string>) => void
  readonly remove: () => void
  /** Returns the code of the page, or the stored one: `undefined` until it is read, `null` if there is none. */
  readonly useCode: (parameters?: PageParameters) => Redacted.Redacted<string> | null | undefined
}

/** Stores the code in this parameter of a page under a key. */
export const storedCode = (key: string, parameter: LinkCodeParameter): StoredCode => ({
  save: (code) => void attempt((storage) => storage.setItem(key, Redacted.value(code))),
  remove: () => void attempt((storage) => storage.removeItem(key)),
  useCode: (parameters) => {
    const own = useLinkCode(parameters, parameter)
    const [stored, setStored] = useState<Redacted.Redacted<string> | null>()
    useLayoutEffect(() => {
      const text = attempt((storage) => storage.getItem(key))
      // eslint-disable-next-line react/set-state-in-effect -- what the browser keeps is no part of React
      setStored(text?.length === VERIFICATION_CODE_LENGTH ? Redacted.make(text) : null)
    }, [])
    return own ?? (own === undefined ? undefined : stored)
  }
})
