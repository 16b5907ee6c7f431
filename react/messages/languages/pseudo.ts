/**
 * English in disguise: accented, two fifths longer, in brackets, and with every word turned around, so that a page shows
 * at once which of its texts are not translated, which do not fit, and what is not mirrored.
 */
import type { Disguise } from "../language.ts"

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
const accented = Array.from("åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")

/** Marks between which everything runs from right to left, also Latin letters. */
const rightToLeft = "\u202e"
const end = "\u202c"

const accent = (text: string) => text.replace(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter)

/** What people have to type stays what a keyboard can write. */
const asTheyAre: ReadonlyArray<string> = ["deleteWord", "emailPlaceholder"]

/** Made of the English text that a screen shows, so that no list of all of them is loaded. */
export const disguise: Disguise = (key, text) => {
  if (asTheyAre.includes(key)) return text
  const words = text
    .split(/(\{\w+\}|\s+)/)
    .map((piece) => (piece.trim() === "" || piece.startsWith("{") ? piece : `${rightToLeft}${accent(piece)}${end}`))
  // As words, so that lines can break.
  const more = Array.from({ length: Math.ceil((text.length * 0.4) / 6) }, () => " ~~~~~").join("")
  return `⟦${words.join("")}${more}⟧`
}
