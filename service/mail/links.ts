/** The addresses in a mail, which are also listed beside it for whoever reads it by program. */

/** Collects the addresses of one mail in the order in which it names them. */
export interface Links {
  readonly add: (href: string) => void
  /** The address if it may be followed, which is then collected; `null` if it runs something, or is none. */
  readonly follow: (address: string) => string | null
  readonly all: () => ReadonlyArray<string>
}

export const makeLinks = (): Links => {
  const found = new Set<string>()
  return {
    add: (href) => void found.add(href),
    follow: (address) => {
      const url = URL.parse(address.trim())
      if (url === null || isSelfContained(url)) return null
      found.add(url.href)
      return url.href
    },
    all: () => [...found]
  }
}

interface Piece {
  readonly text: string
  /** Where it leads; `null` for plain text. */
  readonly href: string | null
}

/** Sentences end behind addresses, not inside of them. */
const trailing = /[.,;:!?)\]}>"']$/

/** Parts the scheme of an address from the rest. No text of a request holds it (see `endpoint/input-limits.ts`). */
const MARK = "\0"

/** A text in which no address begins: whoever chose a name does not choose where the mails of others lead. */
export const withoutLinks = (text: string): string => text.replaceAll(/https?(?=:)/gi, `$&${MARK}`)

/** The text as it was before {@link withoutLinks}. */
export const unmarked = (text: string): string => text.replaceAll(MARK, "")

/** A text, with the http and https addresses in it set apart. */
export const splitLinks = (text: string): ReadonlyArray<Piece> =>
  text.split(/(https?:\/\/[^\s<>"]+)/i).flatMap((marked, index) => {
    const part = unmarked(marked)
    if (index % 2 === 0) return [{ text: part, href: null }]
    let end = part.length
    while (trailing.test(part.slice(end - 1, end))) end--
    const address = part.slice(0, end)
    return URL.canParse(address)
      ? [
          { text: address, href: address },
          { text: part.slice(end), href: null }
        ]
      : [{ text: part, href: null }]
  })

const selfContained = new Set([
  "about:",
  "blob:",
  "data:",
  "file:",
  "filesystem:",
  "javascript:",
  "vbscript:",
  "view-source:"
])

/** Returns whether a URL is itself the document or the script, whatever host it seems to name. */
const isSelfContained = ({ protocol }: URL): boolean => selfContained.has(protocol)
