/**
 * `keystile/react/sign-in`: the provider, the sign-in pages and what an application shows around them, all without
 * Effect. The same components and hooks as in `keystile/react`, for bundlers that load every module which an entry
 * re-exports, such as esbuild.
 *
 * @example
 * import { KeystileProvider, SignIn } from "keystile/react/sign-in"
 */
"use client"

export { Can, type CanProps } from "./components/can.tsx"
export { SignedIn, type SignedInProps, SignedOut } from "./components/signed-in.tsx"
export { type AvatarUser, UserAvatar, type UserAvatarProps } from "./components/user-avatar.tsx"
export { UserButton, type UserButtonProps } from "./components/user-button.tsx"
export type { UserButtonItem } from "./components/user-menu.tsx"
export { Handler, type HandlerProps } from "./handler/handler.tsx"
export type { PageComponentProps } from "./handler/page-table.ts"
export type { HandlerLocation } from "./handler/handler-location.ts"
export { useClient, type UseClientOptions } from "./hooks/use-client.ts"
export { type Navigate, useNavigate } from "./hooks/use-navigate.ts"
export { useProject, useProjectState } from "./hooks/use-project.ts"
export { useUserState, type UseUserStateOptions } from "./hooks/use-user-state.ts"
export { useUser, type UseUserOptions, type UseUserOrLeaveOptions } from "./hooks/use-user.ts"
export type { ReadState } from "./runtime/use-query-state.ts"
export { type LanguageInUse, type ProviderMessages, useLanguage } from "./messages/messages.ts"
export {
  type KeystileApp,
  type KeystileOptions,
  KeystileProvider,
  type KeystileProviderProps,
  type KeystileRuntime
} from "./provider/keystile-provider.tsx"
export { FrameGuard, type FrameGuardProps } from "./screens/frame/frame-guard.tsx"
export { AuthPage, type AuthPageProps } from "./screens/sign-in/auth-page.tsx"
export type { MockProject } from "./screens/sign-in/mock-project.ts"
export { SignIn, type SignInProps } from "./screens/sign-in/sign-in.tsx"
export { SignUp, type SignUpProps } from "./screens/sign-in/sign-up.tsx"
export type { Snapshot } from "../tiers/snapshot/snapshot.ts"
export type { Appearance, AppearanceElement } from "./theme/appearance.ts"
export type { Brand, Logo } from "./theme/brand.ts"
export type { Theme, ThemeColors, ThemeName } from "./theme/theme.ts"
