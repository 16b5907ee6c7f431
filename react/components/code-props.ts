/** What the parts of a code field are given. */
import type { CodeKind } from "./code-characters.ts"

export interface CodeFieldProps {
  /** What the code is, for who listens. */
  readonly label: string
  /** The characters of the code. Default any but white space, in upper and lower case. */
  readonly kind?: CodeKind | undefined
  /**
   * A regular expression, or its source, that the code matches after each character, e.g. `/^[0-9a-f]*$/`. A character that
   * ends the match is left out. Applied after `kind`.
   */
  readonly pattern?: RegExp | string | undefined
  /** Default 6. */
  readonly length?: number | undefined
  /** When one comes, the code is cleared and the field has the focus again. */
  readonly error?: string | undefined
  /** The same for a failure that is not told under the field: whenever it is another value, except `null`. */
  readonly refused?: unknown
  /** The code is on its way: it stays, and so does the focus, but nothing can be typed. */
  readonly busy?: boolean | undefined
  readonly onChange?: ((code: string) => void) | undefined
  /**
   * Called with the whole code. While a returned promise is pending the field is busy. An error, thrown or of the promise, shows
   * below the field and clears the code.
   */
  readonly onComplete?: ((code: string) => void) | undefined
  readonly disabled?: boolean | undefined
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean | undefined
  /** As part of a form: the code's name there. */
  readonly name?: string | undefined
  readonly className?: string | undefined
}

/** What the wells and the plain field are given. */
export interface CodeInputProps extends Omit<CodeFieldProps, "error" | "refused" | "className" | "onComplete"> {
  readonly length: number
  readonly code: string
  readonly onChange: (code: string) => void
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly inputRef: (input: HTMLInputElement | null) => void
}
