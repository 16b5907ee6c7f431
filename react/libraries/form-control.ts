/** The function of react-hook-form that the forms use: a module of its own, which the build bundles with the library. */
export { createFormControl } from "react-hook-form"
export type { FieldErrors, RegisterOptions, UseFormReturn } from "react-hook-form"
