/** The language that the page shows: requests name it, so that the service sends mails in it. */

let shown: string | undefined

/** Sets the language, a BCP 47 tag, until the returned function is called. */
export const showLanguage = (tag: string): (() => void) => {
  shown = tag
  return () => {
    if (shown === tag) shown = undefined
  }
}

/** Returns whether a text has the form of a tag, which a browser sends without asking the service first (CORS). */
export const isLanguageTag = (text: string): boolean => /^[a-z\d-]{2,60}$/i.test(text)

export const shownLanguage = (): string | undefined => shown
