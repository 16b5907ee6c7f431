/**
 * `keystile/react/parts`: sign-in and sign-up as unstyled components. A separate entry: a bundle with `<SignIn />`
 * contains none of it, and one that uses it contains only the components it names.
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
