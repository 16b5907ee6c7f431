/**
 * Stores the code of an invitation in session storage while the user signs in on other pages, whose URLs do not
 * contain it. Removed when the invitation is answered.
 */
import * as Redacted from "effect/Redacted"
import { useLayoutEffect, useState } from "react"
import { VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/code-length.ts"
import { type PageParameters, useLinkCode } from "../frame/link-code.ts"

const KEY = "keystile-invitation"

/** Browsers can block session storage. Then the user has to open the mailed link again. */
const attempt = <A>(work: (storage: Storage) => A): A | null => {
  try {
    return work(globalThis.sessionStorage)
  } catch {
    return null
  }
}

export const saveInvitation = (code: Redacted.Redacted<string>): void =>
  void attempt((storage) => storage.setItem(KEY, Redacted.value(code)))

export const removeInvitation = (): void => void attempt((storage) => storage.removeItem(KEY))

/** Returns the code of the page, or the stored one: `undefined` until it is read, `null` if there is none. */
export const useInvitationCode = (parameters?: PageParameters): Redacted.Redacted<string> | null | undefined => {
  const own = useLinkCode(parameters)
  const [stored, setStored] = useState<Redacted.Redacted<string> | null>()
  useLayoutEffect(() => {
    const text = attempt((storage) => storage.getItem(KEY))
    // eslint-disable-next-line react/set-state-in-effect -- what the browser keeps is no part of React
    setStored(text?.length === VERIFICATION_CODE_LENGTH ? Redacted.make(text) : null)
  }, [])
  return own ?? (own === undefined ? undefined : stored)
}
