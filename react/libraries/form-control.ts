/** The function of react-hook-form that forms use, in a module that the build bundles with the library. */
export { createFormControl } from "react-hook-form"
export type { FieldErrors, RegisterOptions, UseFormReturn } from "react-hook-form"
