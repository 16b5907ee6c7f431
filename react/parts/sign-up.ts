/** Unstyled components of sign-up. */
import { rootOf } from "./root.tsx"

/** The root of a sign-up page of your own. */
export const Root = /* @__PURE__ */ rootOf("sign-up")
export { Start } from "./root.tsx"
export { MagicLink, MagicLinkCode, SecondFactor, SignUpForm as Form } from "./forms.tsx"
export { Cancel, Code, Email, Error, Label, Password, RepeatPassword, Submit } from "./fields.tsx"
export { Strength } from "./strength.tsx"
export { Providers } from "./methods.tsx"
