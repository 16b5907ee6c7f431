/** Unstyled components of sign-in. */
import { rootOf } from "./root.tsx"

/** The root of a sign-in page of your own. */
export const Root = /* @__PURE__ */ rootOf("sign-in")
export { Start } from "./root.tsx"
export { Form, MagicLink, MagicLinkCode, SecondFactor } from "./forms.tsx"
export { Cancel, Code, Email, Error, Label, Password, Submit } from "./fields.tsx"
export { Passkey, Providers } from "./methods.tsx"
