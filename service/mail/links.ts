/** The addresses in a mail, which are also listed beside it for whoever reads it by program. */
import { isSelfContained } from "../projects/trusted-redirect.ts"

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

/** A text, with the http and https addresses in it set apart. */
export const splitLinks = (text: string): ReadonlyArray<Piece> =>
  text.split(/(\s+)/).flatMap((word) => {
    if (!/^https?:\/\/\S/i.test(word)) return [{ text: word, href: null }]
    let end = word.length
    while (trailing.test(word.slice(end - 1, end))) end--
    const address = word.slice(0, end)
    return URL.canParse(address)
      ? [{ text: address, href: address }, { text: word.slice(end), href: null }]
      : [{ text: word, href: null }]
  })
