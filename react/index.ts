/** `keystile/react`: the provider, the hooks and the screens. Their look is in `keystile/react/styles.css`. */
export { Can, type CanProps } from "./components/can.tsx"
export { SignedIn, type SignedInProps, SignedOut } from "./components/signed-in.tsx"
export type { TeamRef } from "./hooks/team-ref.ts"
export { type Action, useAction } from "./hooks/use-action.ts"
export { useClient, type UseClientOptions } from "./hooks/use-client.ts"
export {
  type ProviderToken,
  useConnectedAccount,
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
export { useProject, useProjectState } from "./hooks/use-project.ts"
export type { ReadState } from "./hooks/use-query-state.ts"
export { useSignOut } from "./hooks/use-sign-out.ts"
export {
  useTeamInvitations,
  useTeamInvitationsState,
  useTeamProfile,
  useTeamProfileState,
  useTeamUsers,
  useTeamUsersState
} from "./hooks/use-team-members.ts"
export { useTeam, useTeams, useTeamsState, useTeamState } from "./hooks/use-teams.ts"
export { useUserState, type UseUserStateOptions } from "./hooks/use-user-state.ts"
export { useUser, type UseUserOptions, type UseUserOrLeaveOptions } from "./hooks/use-user.ts"
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
