/**
 * The pseudo-language: accented English in brackets, 40 % longer and right to left. A page in it shows texts that are
 * not translated or do not fit, and layout that is not mirrored.
 */

/** Makes a text of the pseudo-language from an English one. */
export type PseudoTranslate = (key: string, english: string) => string

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
const accentedLetters = Array.from("åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")

/** Unicode controls that display the text between them from right to left, including Latin letters. */
const rightToLeft = "\u202e"
const end = "\u202c"

const accent = (text: string) => text.replace(/[a-z]/gi, (letter) => accentedLetters[plain.indexOf(letter)] ?? letter)

/** Texts that users have to type are not changed. */
const asTheyAre: ReadonlyArray<string> = ["deleteWord", "emailPlaceholder"]

/** Transforms the English text of a screen, so that no list of all texts is loaded. */
export const pseudoTranslate: PseudoTranslate = (key, text) => {
  if (asTheyAre.includes(key)) return text
  const words = text
    .split(/(\{\w+\}|\s+)/)
    .map((piece) => (piece.trim() === "" || piece.startsWith("{") ? piece : `${rightToLeft}${accent(piece)}${end}`))
  // As words, so that lines can break.
  const more = Array.from({ length: Math.ceil((text.length * 0.4) / 6) }, () => " ~~~~~").join("")
  return `⟦${words.join("")}${more}⟧`
}
