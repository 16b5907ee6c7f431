// @ts-check
// Prints tables of figures.

/**
 * Returns a table in plain text. `right` lists the columns that are aligned to the right.
 *
 * @param {ReadonlyArray<string>} head
 * @param {ReadonlyArray<ReadonlyArray<string>>} rows
 * @param {ReadonlyArray<number>} right
 */
export const table = (head, rows, right = []) => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)))
  const line = (/** @type {ReadonlyArray<string>} */ cells) =>
    `  ${widths.map((width, column) => pad(cells[column] ?? "", width, right.includes(column))).join("  ")}`.trimEnd()
  const rule = `  ${widths.map((width) => "-".repeat(width)).join("  ")}`
  return `${[line(head), rule, ...rows.map(line)].join("\n")}\n`
}

/** @param {string} text @param {number} width @param {boolean} right */
const pad = (text, width, right) => (right ? text.padStart(width) : text.padEnd(width))

/** @param {number} number @param {string} thing */
export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`

/** Returns the median. @param {ReadonlyArray<number>} numbers */
export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}
