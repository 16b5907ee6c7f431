/** Reads the lines of a list of breached passwords: a SHA-1 hash, and optionally a colon and a count. */

const DIGITS = 40
const PATTERN = /^[\dA-F]{40}(?::\d{1,15})?\r?$/i

/** No line is longer, in bytes. */
export const MAX_LINE_BYTES = 64

/** Returns the hash of a line in capitals; `null` for any other line. */
export const hashOfLine = (line: string): string | null =>
  PATTERN.test(line) ? line.slice(0, DIGITS).toUpperCase() : null

const NTLM = /^[\dA-F]{32}(?::\d{1,15})?\r?$/i

/** Says what is wrong with a line at an offset, without quoting it. */
export const lineProblem = (line: string, offset: number): string =>
  NTLM.test(line)
    ? `the line at byte ${offset} has an NTLM hash. Download the list with SHA-1 hashes.`
    : `the line at byte ${offset} has no SHA-1 hash. ` +
      "Each line is 40 hexadecimal digits, and optionally a colon and a count."
