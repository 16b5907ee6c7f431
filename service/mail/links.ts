/** The URLs in a mail, which the mailbox also lists for programs. */

/** Collects the URLs of one mail in order. */
export interface Links {
  readonly add: (href: string) => void
  /** Collects and returns the URL of a link; `null` if it is invalid or contains a document or script. */
  readonly follow: (href: string) => string | null
  readonly all: () => ReadonlyArray<string>
}

export const makeLinks = (): Links => {
  const found = new Set<string>()
  return {
    add: (href) => void found.add(href),
    follow: (href) => {
      const url = URL.parse(href.trim())
      if (url === null || isSelfContained(url)) return null
      found.add(url.href)
      return url.href
    },
    all: () => [...found]
  }
}

interface TextPiece {
  readonly text: string
  /** The target of a link; `null` for plain text. */
  readonly href: string | null
}

/** Punctuation after a URL, which is not part of it. */
const trailingPunctuation = /[.,;:!?)\]}>"']$/

/** Separates the scheme of a URL from the rest. No text of a request contains it (see `validation/input-limits.ts`). */
const MARK = "\0"

/** Marks the URLs in a text, so that a name that a user chose does not become a link in the mails of others. */
export const withoutLinks = (text: string): string => text.replaceAll(/https?(?=:)/gi, `$&${MARK}`)

/** Undoes {@link withoutLinks}. */
export const removeMarks = (text: string): string => text.replaceAll(MARK, "")

/** Splits a text into plain text and http(s) URLs. */
export const splitLinks = (text: string): ReadonlyArray<TextPiece> =>
  text.split(/(https?:\/\/[^\s<>"]+)/i).flatMap((marked, index) => {
    const part = removeMarks(marked)
    if (index % 2 === 0) return [{ text: part, href: null }]
    let end = part.length
    while (trailingPunctuation.test(part.slice(end - 1, end))) end--
    const url = part.slice(0, end)
    return URL.canParse(url)
      ? [
          { text: url, href: url },
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

/** Returns whether a URL contains its document or script, whatever host it names. */
const isSelfContained = ({ protocol }: URL): boolean => selfContained.has(protocol)
