/**
 * The code of a mail's link, which leads to a page of ours with `?code=…`.
 *
 * It leaves the address at once, before anything else is loaded (ASVS 14.2.1), and moves into the state of this entry of
 * the history: no referrer and no log holds that, while a reload and the Back button still find the code there.
 */
import * as Redacted from "effect/Redacted"
import { useLayoutEffect, useState } from "react"
import { VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/verification-code.ts"

const NAME = "code"

/** Under this name in the history's state, which the application's router shares. */
const KEY = "keystileLink"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Takes the code out of the address, if there is one; gives the code of this entry, whole or `null`. */
export const takeLinkCode = (): string | null => {
  const { history, location } = globalThis
  const url = new URL(location.href)
  const state: unknown = history.state
  if (!url.searchParams.has(NAME)) {
    // A router may copy the state to other pages: there it is no code of theirs.
    const kept = isRecord(state) ? state[KEY] : undefined
    return isRecord(kept) && kept["page"] === url.pathname && typeof kept[NAME] === "string" ? kept[NAME] : null
  }
  const code = url.searchParams.get(NAME)
  url.searchParams.delete(NAME)
  history.replaceState({ ...(isRecord(state) ? state : {}), [KEY]: { page: url.pathname, [NAME]: code } }, "", url)
  return code
}

/** The parameters of a page that an application reads by itself. */
export type PageParameters = URLSearchParams | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const given = (parameters: PageParameters): string | null => {
  const code = parameters instanceof URLSearchParams ? parameters.get(NAME) : parameters[NAME]
  return typeof code === "string" ? code : null
}

/**
 * The code of this page: `undefined` until it was looked for, `null` if there is none of the right form. The case of its
 * letters does not matter.
 */
export const useLinkCode = (parameters?: PageParameters): Redacted.Redacted<string> | null | undefined => {
  const [found, setFound] = useState<Redacted.Redacted<string> | null>()
  const own = parameters === undefined ? undefined : given(parameters)
  // Not in an effect after paint: what the page shows is not painted twice.
  useLayoutEffect(() => {
    const taken = takeLinkCode()
    const code = (own === undefined ? taken : own)?.trim()
    // eslint-disable-next-line react/set-state-in-effect -- the address is no part of React
    setFound(code?.length === VERIFICATION_CODE_LENGTH ? Redacted.make(code) : null)
  }, [own])
  return found
}
