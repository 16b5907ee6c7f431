/**
 * The code of a mailed link, in the parameter `code`.
 *
 * It is removed from the URL before anything else is loaded (ASVS 14.2.1) and kept in the state of the history entry:
 * it is in no referrer and no log, while reload and Back still find it.
 */
/** The parameter of the code. */
export const CODE_PARAMETER = "code"

/** Key in the history state, which the application's router shares. */
const KEY = "keystileLink"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Removes the code from the URL. Returns it, or the one of this history entry; `null` if there is none. */
export const takeLinkCode = (): string | null => {
  const { history, location } = globalThis
  const url = new URL(location.href)
  const state: unknown = history.state
  if (!url.searchParams.has(CODE_PARAMETER)) {
    // A router may copy the state to other pages, to which the code does not belong.
    const kept = isRecord(state) ? state[KEY] : undefined
    return isRecord(kept) && kept["page"] === url.pathname && typeof kept[CODE_PARAMETER] === "string"
      ? kept[CODE_PARAMETER]
      : null
  }
  const code = url.searchParams.get(CODE_PARAMETER)
  url.searchParams.delete(CODE_PARAMETER)
  history.replaceState(
    { ...(isRecord(state) ? state : {}), [KEY]: { page: url.pathname, [CODE_PARAMETER]: code } },
    "",
    url
  )
  return code
}
