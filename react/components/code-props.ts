/** Props of a code field. */
import type { Ref } from "react"
import type { CodeKind } from "./code-characters.ts"

/** Props of `<CodeField>`. */
export interface CodeFieldProps {
  /** Accessible name. */
  readonly label: string
  /** The characters of the code. Default any but white space, in both cases. */
  readonly kind?: CodeKind | undefined
  /**
   * A regular expression, or its source, that the code matches after each character, e.g. `/^[0-9a-f]*$/`. Characters
   * that end the match are removed. Applied after `kind`.
   */
  readonly pattern?: RegExp | string | undefined
  /** Number of characters. Default 6. */
  readonly length?: number | undefined
  /** Error below the field. A new error clears the code and focuses the field. */
  readonly error?: string | undefined
  /**
   * Clears the code and focuses the field whenever it becomes another value, except `null`. For errors that are shown
   * elsewhere.
   */
  readonly refused?: unknown
  /** Makes the field read-only while the code is checked. */
  readonly busy?: boolean | undefined
  /** Called with the code after each change. */
  readonly onChange?: ((code: string) => void) | undefined
  /**
   * Called with the whole code. While a returned promise is pending the field is busy. An error, thrown or of the
   * promise, shows below the field and clears the code.
   */
  readonly onComplete?: ((code: string) => void) | undefined
  /** Refuses input. Default `false`. */
  readonly disabled?: boolean | undefined
  /** Focuses the field when it is mounted. */
  readonly autoFocus?: boolean | undefined
  /** Name of the input in its form. */
  readonly name?: string | undefined
  /** Added to the classes of the field. */
  readonly className?: string | undefined
}

/** Props of the input with its slots. */
export interface CodeInputProps extends Omit<CodeFieldProps, "error" | "refused" | "className" | "onComplete"> {
  readonly length: number
  readonly code: string
  /** Called with the code after each change. */
  readonly onChange: (code: string) => void
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly inputRef: Ref<HTMLInputElement>
}
