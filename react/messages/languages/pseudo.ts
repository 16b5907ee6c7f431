/**
 * English in disguise: accented, two fifths longer, in brackets, and with every word turned around, so that a page shows
 * at once which of its texts are not translated, which do not fit, and what is not mirrored.
 */
import { english, type MessageOverrides } from "../english.ts"

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
const accented = Array.from("åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")

/** Marks between which everything runs from right to left, also Latin letters. */
const rightToLeft = "\u202e"
const end = "\u202c"

const accent = (text: string) => text.replace(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter)

const disguise = (text: string): string => {
  const words = text.split(/(\{\w+\}|\s+)/).map((piece) =>
    piece.trim() === "" || piece.startsWith("{") ? piece : `${rightToLeft}${accent(piece)}${end}`
  )
  // As words, so that lines can break.
  const more = Array.from({ length: Math.ceil(text.length * 0.4 / 6) }, () => " ~~~~~").join("")
  return `⟦${words.join("")}${more}⟧`
}

/** What people have to type stays what a keyboard can write. */
export const texts: MessageOverrides = {
  ...Object.fromEntries(Object.entries(english).map(([key, text]) => [key, disguise(text)])),
  deleteWord: english.deleteWord,
  emailPlaceholder: english.emailPlaceholder
}
