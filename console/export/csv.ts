/** Writes CSV (RFC 4180) that is safe to open in a spreadsheet. */

/** Spreadsheets evaluate cells that begin with these characters, also in full width and after spaces, as formulas. */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Returns a cell. A text that a spreadsheet would evaluate gets an apostrophe, by which it is shown as text. */
export const csvCell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Returns a row with its line break. */
export const csvRow = (texts: ReadonlyArray<string>): string => `${texts.map(csvCell).join(",")}\r\n`

/** The byte order mark, by which spreadsheets recognize UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff"
