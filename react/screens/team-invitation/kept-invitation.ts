/**
 * The code of an invitation, while its reader signs in: that happens on other pages, whose addresses tell nobody the
 * code. It is kept for this tab only, and goes when the invitation is answered.
 */
import * as Redacted from "effect/Redacted"
import { useLayoutEffect, useState } from "react"
import { VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/verification-code.ts"
import { type PageParameters, useLinkCode } from "../frame/link-code.ts"

const KEY = "keystile-invitation"

/** A browser may keep nothing, or forbid to ask: then the link from the mail has to be opened again. */
const attempt = <A>(work: (storage: Storage) => A): A | null => {
  try {
    return work(globalThis.sessionStorage)
  } catch {
    return null
  }
}

export const keepInvitation = (code: Redacted.Redacted<string>): void =>
  void attempt((storage) => storage.setItem(KEY, Redacted.value(code)))

export const forgetInvitation = (): void => void attempt((storage) => storage.removeItem(KEY))

/** The code of this page, or the one kept: `undefined` until it was looked for, `null` if there is none. */
export const useInvitationCode = (parameters?: PageParameters): Redacted.Redacted<string> | null | undefined => {
  const own = useLinkCode(parameters)
  const [kept, setKept] = useState<Redacted.Redacted<string> | null>()
  useLayoutEffect(() => {
    const text = attempt((storage) => storage.getItem(KEY))
    // eslint-disable-next-line react/set-state-in-effect -- what the browser keeps is no part of React
    setKept(text?.length === VERIFICATION_CODE_LENGTH ? Redacted.make(text) : null)
  }, [])
  return own ?? (own === undefined ? undefined : kept)
}
