/**
 * What a provider's way back leaves in the address of this page (RFC 6749, section 4.1.2; RFC 9207; the service's
 * errors).
 */
const names = "code state iss error error_description error_uri errorCode message details".split(" ")

/** Whether an address is one that a flow ended with. */
const hasAnswer = ({ searchParams }: URL) => ["code", "error", "errorCode"].some((name) => searchParams.has(name))

/**
 * Takes the parameters out of this page's address, at once: nothing that the page loads later finds them there, nor
 * does the history (ASVS 14.2.1). Gives the address as it was; the second one to ask gets `null`. It holds a code: it
 * goes into no log and no error.
 */
export const takeCallbackAddress = (): URL | null => {
  const url = URL.parse(globalThis.location?.href)
  if (url === null || !hasAnswer(url)) return null
  const taken = new URL(url)
  for (const name of names) url.searchParams.delete(name)
  globalThis.history.replaceState(globalThis.history.state, "", url)
  return taken
}
