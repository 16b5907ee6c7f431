/** `keystile/react`: the provider, the hooks and the screens. Import `keystile/react/styles.css` for their styles. */
"use client"

export { AccountSettings, type AccountSettingsItem, type AccountSettingsProps } from "./account/account-settings.tsx"
export { Can, type CanProps } from "./components/can.tsx"
export { type AvatarUser, UserAvatar, type UserAvatarProps } from "./components/user-avatar.tsx"
export { SelectedTeamSwitcher, type SelectedTeamSwitcherProps } from "./components/selected-team-switcher.tsx"
export { UserButton, type UserButtonProps } from "./components/user-button.tsx"
export type { UserButtonItem } from "./components/user-menu.tsx"
export { SignedIn, type SignedInProps, SignedOut } from "./components/signed-in.tsx"
export type { TeamRef } from "./hooks/team-ref.ts"
export { type Action, type ActionOptions, useAction } from "./hooks/use-action.ts"
export { useActiveSessions, useActiveSessionsState } from "./hooks/use-active-sessions.ts"
export { useTeamApiKeys, useTeamApiKeysState, useUserApiKeys, useUserApiKeysState } from "./hooks/use-api-keys.ts"
export { useApp } from "./hooks/use-app.ts"
export { useAuditLog, useAuditLogState } from "./hooks/use-audit-log.ts"
export { useClient, type UseClientOptions } from "./hooks/use-client.ts"
export {
  type ConnectOptions,
  type ProviderToken,
  useConnectedAccount,
  useConnectedAccounts,
  useConnectedAccountsState,
  useConnectedAccountState,
  useConnectedAccountToken,
  useConnectedAccountTokenState
} from "./hooks/use-connected-account.ts"
export { useContactChannels, useContactChannelsState } from "./hooks/use-contact-channels.ts"
export { useCurrentUser } from "./hooks/use-current-user.ts"
export { type Navigate, useNavigate } from "./hooks/use-navigate.ts"
export { useOwnedProjects, useOwnedProjectsState } from "./hooks/use-owned-projects.ts"
export {
  useHasPermission,
  useHasPermissionState,
  usePermission,
  usePermissions,
  type UsePermissionsOptions,
  usePermissionsState,
  usePermissionState
} from "./hooks/use-permissions.ts"
export { useOAuthProviders, useOAuthProvidersState } from "./hooks/use-oauth-providers.ts"
export { useProject, useProjectState } from "./hooks/use-project.ts"
export { usePasskeys, usePasskeysState } from "./hooks/use-passkeys.ts"
export { useReceivedInvitations, useReceivedInvitationsState } from "./hooks/use-received-invitations.ts"
export { useRecoveryCodes, useRecoveryCodesState } from "./hooks/use-recovery-codes.ts"
export type { ReadState } from "./runtime/use-query-state.ts"
export { type Impersonation, useImpersonation } from "./hooks/use-impersonation.ts"
export { useSignOut } from "./hooks/use-sign-out.ts"
export {
  useTeamInvitations,
  useTeamInvitationsState,
  useTeamMembers,
  useTeamMembersState,
  useTeamProfile,
  useTeamProfileState,
  useTeamUsers,
  useTeamUsersState
} from "./hooks/use-team-members.ts"
export { useTeam, useTeams, useTeamsState, useTeamState } from "./hooks/use-teams.ts"
export { useUserState, type UseUserStateOptions } from "./hooks/use-user-state.ts"
export { useUser, type UseUserOptions, type UseUserOrLeaveOptions } from "./hooks/use-user.ts"
export type { ClientRuntime } from "./engine/keystile.ts"
export type { SignUpProofWidget, SignUpProofWidgetProps } from "./components/proof-widget.ts"
export { CodeField } from "./components/code-field.tsx"
export type { CodeFieldProps } from "./components/code-props.ts"
export type { CodeKind } from "./components/code-characters.ts"
export { AsyncButton as Button } from "./components/async-button.tsx"
export { type ButtonProps, LinkButton } from "./components/button.tsx"
export { Card, type CardProps } from "./components/card.tsx"
export { Field, type FieldProps } from "./components/field.tsx"
export {
  PasskeyMethodButton,
  ProviderButton,
  type ProviderButtonProps,
  ProviderButtons,
  type ProviderButtonsProps
} from "./components/provider-button.tsx"
export { preloadProviderLogos } from "./components/provider-logos.ts"
export { providerName } from "../look/providers.ts"
export { PasswordField } from "./components/password-field.tsx"
export {
  PasswordStrength,
  passwordStrength,
  type PasswordStrengthProps,
  preloadPasswordStrength,
  STRENGTH_THRESHOLD
} from "./components/password-strength.tsx"
export type { Estimate } from "./strength/estimate.ts"
export { Separator } from "./components/separator.tsx"
export { FormSkeleton, type FormSkeletonProps } from "./components/form-skeleton.tsx"
export { type Tab, Tabs, type TabsProps } from "./components/tabs.tsx"
export { LastTag } from "./components/last-tag.tsx"
export { Handler, type HandlerProps } from "./handler/handler.tsx"
export type { PageComponentProps } from "./handler/page-table.ts"
export type { HandlerLocation } from "./handler/handler-location.ts"
export {
  english,
  type ErrorKey,
  type MessageKey,
  type MessageOverrides,
  type Messages,
  type Translation
} from "./messages/english.ts"
export { type Language, type LanguageName, nearestLanguage } from "./messages/language.ts"
export { type LanguageInUse, type ProviderMessages, useLanguage } from "./messages/messages.ts"
export { format, formatNodes, type PluralForms, type Template } from "./messages/template.ts"
export {
  type KeystileApp,
  type KeystileOptions,
  KeystileProvider,
  type KeystileProviderProps,
  type KeystileRuntime
} from "./provider/keystile-provider.tsx"
export { FailureCard } from "./screens/cards/failure-card.tsx"
export { SignedInCard, SignUpDisabledCard } from "./screens/cards/signed-in-card.tsx"
export { CredentialSignIn } from "./screens/password/credential-sign-in.tsx"
export { CredentialSignUp, type CredentialSignUpProps } from "./screens/password/credential-sign-up.tsx"
export { EmailVerification, type EmailVerificationProps } from "./screens/email-verification.tsx"
export { ErrorCard, type ErrorCardProps, UnknownErrorCard } from "./screens/cards/error-cards.tsx"
export { ErrorPage, type ErrorPageProps } from "./screens/error-page.tsx"
export { ForgotPassword, type ForgotPasswordProps } from "./screens/password/forgot-password.tsx"
export { FrameGuard, type FrameGuardProps } from "./screens/frame/frame-guard.tsx"
export type { PageParameters } from "./screens/frame/link-code.ts"
export { ImpersonationPage, type ImpersonationPageProps } from "./screens/impersonation.tsx"
export { Onboarding, type OnboardingProps } from "./screens/onboarding/onboarding.tsx"
export { MagicLinkCallback, type MagicLinkCallbackProps } from "./screens/magic-link/magic-link-callback.tsx"
export { MessageCard, type MessageCardProps } from "./screens/cards/message-card.tsx"
export { OAuthCallback, type OAuthCallbackProps } from "./screens/oauth/oauth-callback.tsx"
export {
  type CardFrameProps,
  EmailSentCard,
  EmailVerifiedCard,
  LinkCard,
  type LinkCardProps,
  MagicLinkSuccessCard,
  PasswordResetCard,
  PasswordResetFailedCard,
  SignedOutCard
} from "./screens/cards/page-cards.tsx"
export { MagicLinkSignIn } from "./screens/magic-link/magic-link-sign-in.tsx"
export type { MockProject } from "./screens/sign-in/mock-project.ts"
export { OAuthButton, type OAuthButtonProps } from "./screens/oauth/oauth-button.tsx"
export { OAuthButtonGroup, type OAuthButtonGroupProps } from "./screens/oauth/oauth-button-group.tsx"
export { AuthPage, type AuthPageProps } from "./screens/sign-in/auth-page.tsx"
export { PasskeyButton, type PasskeyButtonProps } from "./screens/passkey/passkey-button.tsx"
export { PasswordReset, type PasswordResetProps } from "./screens/password/password-reset.tsx"
export { SecondFactorStep, type SecondFactorStepProps } from "./screens/second-factor/second-factor-step.tsx"
export { SignIn, type SignInProps } from "./screens/sign-in/sign-in.tsx"
export { SignOut, type SignOutProps } from "./screens/sign-out.tsx"
export { SignUp, type SignUpProps } from "./screens/sign-in/sign-up.tsx"
export {
  CommandLineConfirmation,
  type CommandLineConfirmationProps
} from "./screens/command-line/command-line-confirmation.tsx"
export { TeamInvitation, type TeamInvitationProps } from "./screens/team-invitation/team-invitation.tsx"
export type { Snapshot } from "../tiers/snapshot/snapshot.ts"
export { Scope, type ScopeProps } from "./theme/scope.tsx"
export type { Appearance, AppearanceElement } from "./theme/appearance.ts"
export type { Brand, Logo } from "./theme/brand.ts"
export type { Theme, ThemeColors, ThemeName } from "./theme/theme.ts"
