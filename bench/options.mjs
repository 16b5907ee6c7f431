// @ts-check
// Reads the options of the benchmarks.

/**
 * Returns the number of an option. Ends the process for anything but a whole number above 0.
 *
 * @param {string} name without its dashes
 * @param {string} text
 */
export const wholeNumber = (name, text) => {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  process.stderr.write(`--${name} is a whole number above 0.\n`)
  process.exit(1)
}
