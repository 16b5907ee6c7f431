/** Adjacent keys of keyboards, to recognize patterns like `zaq12wsx`. */
import type { OptionsType } from "./zxcvbn.ts"

type Graphs = NonNullable<OptionsType["graphs"]>

/** A key is its characters without and with Shift. A leading space in a row shifts it by one key. */
type Layout = ReadonlyArray<string>

const letters: Readonly<Record<"azerty" | "qwerty" | "qwertz", Layout>> = {
  azerty: [
    `²~ &1 é2 "3 '4 (5 -6 è7 _8 ç9 à0 )° +=`,
    ` aA zZ eE rR tT yY uU iI oO pP ^" $£`,
    ` qQ sS dD fF gG hH jJ kK lL mM ù% *µ`,
    `<> wW xX cC vV bB nN ,? ;. :/ !§`
  ],
  qwerty: [
    "`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+",
    " qQ wW eE rR tT yY uU iI oO pP [{ ]} \\|",
    ` aA sS dD fF gG hH jJ kK lL ;: '"`,
    " zZ xX cC vV bB nN mM ,< .> /?"
  ],
  qwertz: [
    `^° 1! 2" 3§ 4$ 5% 6& 7/ 8( 9) 0= ß? ´\``,
    " qQ wW eE rR tT zZ uU iI oO pP üÜ +*",
    ` aA sS dD fF gG hH jJ kK lL öÖ äÄ #'`,
    "<> yY xX cC vV bB nN mM ,; .: -_"
  ]
}

const numbers: Layout = [" / * -", "7 8 9 +", "4 5 6", "1 2 3", " 0 ."]

/** Each row of letters is offset by half a key. */
const besideLetter = [
  [-1, 0],
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1]
] as const
const besideNumber = [
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1]
] as const

const graph = (layout: Layout, beside: ReadonlyArray<readonly [right: number, down: number]>) => {
  const rows = layout.map((row) => row.split(" "))
  return Object.fromEntries(
    rows.flatMap((row, down) =>
      row.flatMap((key, right) => {
        const neighbours = beside.map(([byRight, byDown]) => rows[down + byDown]?.[right + byRight] || null)
        return [...key].map((character) => [character, neighbours])
      })
    )
  )
}

/** Keyboards of the screens' languages, and the numeric keypad. */
export const keyboards: Graphs = {
  azerty: graph(letters.azerty, besideLetter),
  qwerty: graph(letters.qwerty, besideLetter),
  qwertz: graph(letters.qwertz, besideLetter),
  keypad: graph(numbers, besideNumber)
}
