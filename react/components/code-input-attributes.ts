/** Attributes that the slots and the plain input of a code field have in common. */
import type { ComponentProps } from "react"
import type { CodeInputProps } from "./code-props.ts"

type Attributes = Pick<
  ComponentProps<"input">,
  | "aria-describedby"
  | "aria-invalid"
  | "aria-label"
  | "autoCapitalize"
  | "autoComplete"
  | "autoFocus"
  | "dir"
  | "disabled"
  | "name"
  | "readOnly"
  | "spellCheck"
> & { readonly inputMode: "numeric" | "text" }

export const codeInputAttributes = (props: CodeInputProps): Attributes => ({
  "aria-describedby": props.describedBy,
  "aria-invalid": props.invalid,
  "aria-label": props.label,
  autoCapitalize: props.kind === undefined ? "none" : "characters",
  autoComplete: "one-time-code",
  autoFocus: props.autoFocus,
  dir: "ltr",
  disabled: props.disabled,
  inputMode: props.kind === "digits" ? "numeric" : "text",
  name: props.name,
  readOnly: props.busy,
  spellCheck: false
})
