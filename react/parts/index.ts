/**
 * `keystile/react/parts`: what sign-in and sign-up are made of, without any look. An entry of its own, so that a page
 * of `<SignIn />` does not bring the parts along, and one of parts brings those that it names.
 *
 * @example
 * import { SignIn } from "keystile/react/parts"
 * <SignIn.Root><SignIn.Form><SignIn.Email /><SignIn.Password /><SignIn.Submit /></SignIn.Form></SignIn.Root>
 */
"use client"

export * as SignIn from "./sign-in.ts"
export * as SignUp from "./sign-up.ts"
export type { ButtonPartProps, ErrorProps, InputPartProps, LabelProps } from "./fields.tsx"
export type { FieldName } from "./form-context.ts"
export type { FormProps, SignUpFormProps } from "./forms.tsx"
export type { StrengthProps } from "./strength.tsx"
export type { StrengthInWords } from "../components/password-strength.tsx"
export type { RootProps, StartProps, Step } from "./root.tsx"
export type { PasskeyProps, Provider, ProvidersProps } from "./methods.tsx"
