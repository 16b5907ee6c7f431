/**
 * The code of a mailed link, in the parameter `code`.
 *
 * It is removed from the URL before anything else is loaded (ASVS 14.2.1) and kept in the state of the history entry:
 * it is in no referrer and no log, while reload and Back still find it.
 */
import * as Redacted from "effect/Redacted"
import { useLayoutEffect, useState } from "react"
import { VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/verification-code.ts"

const NAME = "code"

/** Key in the history state, which the application's router shares. */
const KEY = "keystileLink"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Removes the code from the URL. Returns it, or the one of this history entry; `null` if there is none. */
export const takeLinkCode = (): string | null => {
  const { history, location } = globalThis
  const url = new URL(location.href)
  const state: unknown = history.state
  if (!url.searchParams.has(NAME)) {
    // A router may copy the state to other pages, to which the code does not belong.
    const kept = isRecord(state) ? state[KEY] : undefined
    return isRecord(kept) && kept["page"] === url.pathname && typeof kept[NAME] === "string" ? kept[NAME] : null
  }
  const code = url.searchParams.get(NAME)
  url.searchParams.delete(NAME)
  history.replaceState({ ...(isRecord(state) ? state : {}), [KEY]: { page: url.pathname, [NAME]: code } }, "", url)
  return code
}

/** Parameters of a page that the application reads itself. */
export type PageParameters = URLSearchParams | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const given = (parameters: PageParameters): string | null => {
  const code = parameters instanceof URLSearchParams ? parameters.get(NAME) : parameters[NAME]
  return typeof code === "string" ? code : null
}

/**
 * Returns the code of the page: `undefined` until it is read, `null` if there is none of the right length. Letters
 * are not case-sensitive.
 */
export const useLinkCode = (parameters?: PageParameters): Redacted.Redacted<string> | null | undefined => {
  const [found, setFound] = useState<Redacted.Redacted<string> | null>()
  const own = parameters === undefined ? undefined : given(parameters)
  // A layout effect, so that the page is not painted twice.
  useLayoutEffect(() => {
    const taken = takeLinkCode()
    const code = (own === undefined ? taken : own)?.trim()
    // eslint-disable-next-line react/set-state-in-effect -- the address is no part of React
    setFound(code?.length === VERIFICATION_CODE_LENGTH ? Redacted.make(code) : null)
  }, [own])
  return found
}
