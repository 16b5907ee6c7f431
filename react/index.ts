/** `keystile/react`: the provider, the hooks and the screens. Their look is in `keystile/react/styles.css`. */
export { type Action, useAction } from "./hooks/use-action.ts"
export { useClient } from "./hooks/use-client.ts"
export { useProject } from "./hooks/use-project.ts"
export { useSignOut } from "./hooks/use-sign-out.ts"
export { useUser, type UseUserOptions } from "./hooks/use-user.ts"
export type { ClientRuntime } from "./keystile.ts"
export { english, type Messages } from "./messages/english.ts"
export {
  type KeystileOptions,
  KeystileProvider,
  type KeystileProviderProps,
  type KeystileRuntime
} from "./provider.tsx"
export { SignedInCard, SignedOutCard, SignUpDisabledCard } from "./screens/cards.tsx"
export { CredentialSignIn } from "./screens/credential-sign-in.tsx"
export { CredentialSignUp, type CredentialSignUpProps } from "./screens/credential-sign-up.tsx"
export { MessageCard, type MessageCardProps } from "./screens/message-card.tsx"
export { SignIn, type SignInProps } from "./screens/sign-in.tsx"
export { SignUp, type SignUpProps } from "./screens/sign-up.tsx"
