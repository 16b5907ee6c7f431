/**
 * What the original's client says of hooks and components (client-app.md, sections 9 and 10), by the name that it has
 * there, and the tests in Chromium that show it. The components of ours are held to have each of their properties here.
 */
import type {
  AccountSettingsItem,
  AccountSettingsProps,
  AuthPageProps,
  CredentialSignUpProps,
  EmailVerificationProps,
  ErrorPageProps,
  ForgotPasswordProps,
  HandlerProps,
  KeystileOptions,
  MagicLinkCallbackProps,
  MessageCardProps,
  OAuthButtonGroupProps,
  OAuthButtonProps,
  OAuthCallbackProps,
  PasswordResetProps,
  SelectedTeamSwitcherProps,
  SignInProps,
  SignOutProps,
  SignUpProps,
  TeamInvitationProps,
  UserAvatarProps,
  UserButtonItem,
  UserButtonProps,
  UseUserOptions
} from "keystile/react"
import type { Promised, Source } from "./promised.ts"

type Tests = ReadonlyArray<string>

/** Rows for all properties of a component: one that is new and not here is an error of the types. */
type RowsOf<Props> = { readonly [Prop in keyof Props]-?: Tests }

const rows = (source: Source, component: string, properties: Readonly<Record<string, Tests>>): ReadonlyArray<Promised> =>
  Object.entries(properties).map(([name, shownBy]) => ({ source, says: `${component}: ${name}`, shownBy }))

/** The properties that a span has by itself are no promise of ours. */
type OwnAvatarProps = Pick<UserAvatarProps, "size" | "user" | "border">
/** What a message has from the card that it is. */
type OwnMessageProps = Pick<
  MessageCardProps,
  | "title"
  | "children"
  | "fullPage"
  | "primaryButtonText"
  | "primaryAction"
  | "secondaryButtonText"
  | "secondaryAction"
  | "theme"
>
/** The provider's own, beside the options of the client. */
type OwnProviderProps = Pick<
  KeystileOptions,
  | "children"
  | "fallback"
  | "errorFallback"
  | "lang"
  | "messages"
  | "theme"
  | "strengthThreshold"
  | "runtime"
  | "tokenStore"
  | "redirectMethod"
>

/** A screen is a part of a page, or the whole of it as the handler has it. */
const fullPage = ["[10.embedded]", "[2.routes]"]
const theme = ["[10.theme]"]

const page = { fullPage, theme }
const linked = { ...page, searchParams: ["[10.searchParams]"] }

const auth: RowsOf<SignInProps> = {
  ...page,
  automaticRedirect: ["[10.automaticRedirect]", "goes on by itself when somebody signed in"],
  extraInfo: ["[10.auth]", "[2.extra]"],
  firstTab: ["[10.auth]", "[2.firstTab]"],
  passkeyAutofill: ["[10.auth]", "[9.requests]"],
  mockProject: ["[10.auth]", "[2.mock]"]
}
const newPassword: RowsOf<CredentialSignUpProps> = {
  noPasswordRepeat: ["[10.auth]", "[10.forms]", "tells password managers which field is which"],
  strengthThreshold: ["[10.forms]", "[5.strength]"]
}
const signUp: RowsOf<SignUpProps> = { ...auth, ...newPassword }

const signIn = { SignIn: auth, SignUp: signUp, AuthPage: { ...signUp, type: ["[10.auth]"] } satisfies RowsOf<AuthPageProps> }

const own: Readonly<Record<string, Readonly<Record<string, Tests>>>> = {
  ...signIn,
  CredentialSignIn: { "without properties": ["[10.forms]", "[2.alone]"] },
  CredentialSignUp: newPassword,
  MagicLinkSignIn: { "without properties": ["[2.alone]"] },
  OAuthButton: { provider: ["[10.forms]"], type: ["[10.forms]", "[2.alone]"] } satisfies RowsOf<OAuthButtonProps>,
  OAuthButtonGroup: {
    type: ["[10.forms]", "[2.alone]"],
    mockProject: ["[10.forms]"]
  } satisfies RowsOf<OAuthButtonGroupProps>,
  ForgotPassword: page satisfies RowsOf<ForgotPasswordProps>,
  PasswordReset: { ...linked, strengthThreshold: ["[11.reset]"] } satisfies RowsOf<PasswordResetProps>,
  EmailVerification: linked satisfies RowsOf<EmailVerificationProps>,
  MagicLinkCallback: linked satisfies RowsOf<MagicLinkCallbackProps>,
  TeamInvitation: linked satisfies RowsOf<TeamInvitationProps>,
  ErrorPage: page satisfies RowsOf<ErrorPageProps>,
  SignOut: { fullPage: ["[2.signedOut]"], theme: ["[9.handler]"] } satisfies RowsOf<SignOutProps>,
  OAuthCallback: { fullPage: ["[2.callback]"], theme: ["[9.handler]"] } satisfies RowsOf<OAuthCallbackProps>,
  AccountSettings: {
    fullPage: ["[10.extraItems]", "[account.profile]"],
    theme: ["[10.extraItems]"],
    extraItems: ["[10.extraItems]"]
  } satisfies RowsOf<AccountSettingsProps>,
  "AccountSettings, an item": {
    title: ["[10.extraItems]"],
    content: ["[10.extraItems]"],
    id: ["[10.extraItems]"],
    icon: ["[10.extraItems]"]
  } satisfies RowsOf<AccountSettingsItem>,
  MessageCard: {
    title: ["[10.message]"],
    children: ["[10.message]"],
    fullPage: ["[10.message]", "[10.embedded]"],
    theme,
    primaryButtonText: ["[10.message]"],
    primaryAction: ["[10.message]"],
    secondaryButtonText: ["[10.message]"],
    secondaryAction: ["[10.message]"]
  } satisfies RowsOf<OwnMessageProps>,
  UserButton: {
    showUserInfo: ["[10.userButton]"],
    colorModeToggle: ["[10.userButton]"],
    extraItems: ["[10.userButton]"],
    className: ["[10.userButton]"]
  } satisfies RowsOf<UserButtonProps>,
  "UserButton, an item": {
    text: ["[10.userButton]"],
    icon: ["[10.userButton]"],
    onClick: ["[10.userButton]"]
  } satisfies RowsOf<UserButtonItem>,
  SelectedTeamSwitcher: {
    urlMap: ["[10.switcher]"],
    selectedTeam: ["[10.switcher]"],
    noUpdateSelectedTeam: ["[10.switcher]"],
    className: ["[10.switcher]"]
  } satisfies RowsOf<SelectedTeamSwitcherProps>,
  UserAvatar: { size: ["[10.avatar]"], user: ["[10.avatar]"], border: ["[10.avatar]"] } satisfies RowsOf<OwnAvatarProps>
}

/** Section 9. Where the name is another one here, that is said after an arrow. */
const providers: Readonly<Record<string, Readonly<Record<string, Tests>>>> = {
  useUser: {
    or: ["[9.useUser]", "puts sign-in in the place of the page"],
    projectIdMustMatch: ["[9.useUser]", "[9.hooks]"]
  } satisfies RowsOf<UseUserOptions>,
  "useUser → a provider of its own": { tokenStore: ["[9.hooks]"] },
  "useStackApp → useClient": { projectIdMustMatch: ["[9.useClient]", "[9.hooks]"] },
  "StackProvider → KeystileProvider": {
    children: ["[9.hooks]"],
    fallback: ["[9.provider]"],
    errorFallback: ["[9.provider]", "offers to try again when the screen itself cannot be loaded"],
    lang: ["[9.languages]"],
    messages: ["[9.provider]"],
    theme: ["[9.provider]", "reaches every screen from the provider"],
    strengthThreshold: ["[9.provider]"],
    runtime: ["[9.runtime]"],
    tokenStore: ["[9.hooks]"],
    redirectMethod: ["signs up, out and in"]
  } satisfies RowsOf<OwnProviderProps>,
  "StackTheme → theme, Scope": {
    light: ["takes its other colours for a dark scheme", "carries a theme by variables alone"],
    dark: ["takes its other colours for a dark scheme"],
    radius: ["carries a theme by variables alone"],
    nonce: ["under a policy that forbids styles"],
    "dark mode from the page": ["can be light or dark whatever the page is"]
  },
  "StackHandler → Handler": {
    location: ["signs up, out and in", "[11.aliases]"],
    fullPage: ["[9.handler]"],
    componentProps: ["[9.handler]"],
    documentTitle: ["[9.handler]"],
    allowFraming: ["[S7]"]
  } satisfies RowsOf<HandlerProps>
}

/** All hooks that are exported: `test/scripts/screen-coverage.test.ts` holds this list against `react/index.ts`. */
export const hooks: Readonly<Record<string, Tests>> = {
  useAction: ["[9.actions]"],
  useClient: ["[9.useClient]"],
  useConnectedAccount: ["[9.hooks]", "[9.actions]"],
  useConnectedAccountState: ["[9.hooks]"],
  useConnectedAccountToken: ["[9.hooks]"],
  useConnectedAccountTokenState: ["[9.hooks]"],
  useContactChannels: ["[9.hooks]"],
  useContactChannelsState: ["[9.hooks]"],
  useCurrentUser: ["[9.hooks]", "[4.link]"],
  useLanguage: ["[9.languages]"],
  useHasPermission: ["[9.hooks]"],
  useHasPermissionState: ["[9.hooks]"],
  useNavigate: ["[9.actions]"],
  useOwnedProjects: ["[9.hooks]"],
  useOwnedProjectsState: ["[9.hooks]"],
  usePermission: ["[9.hooks]"],
  usePermissions: ["[9.hooks]"],
  usePermissionsState: ["[9.hooks]"],
  usePermissionState: ["[9.hooks]"],
  useProject: ["[9.hooks]"],
  useProjectState: ["[9.hooks]"],
  useSignOut: ["[9.actions]"],
  useTeam: ["[9.hooks]"],
  useTeamInvitations: ["[9.hooks]"],
  useTeamInvitationsState: ["[9.hooks]"],
  useTeamProfile: ["[9.hooks]"],
  useTeamProfileState: ["[9.hooks]"],
  useTeams: ["[9.hooks]"],
  useTeamsState: ["[9.hooks]"],
  useTeamState: ["[9.hooks]"],
  useTeamUsers: ["[9.hooks]"],
  useTeamUsersState: ["[9.hooks]"],
  useUser: ["[9.useUser]", "[9.hooks]"],
  useUserState: ["[9.hooks]"]
}

const all = (source: Source, components: Readonly<Record<string, Readonly<Record<string, Tests>>>>) =>
  Object.entries(components).flatMap(([name, properties]) => rows(source, name, properties))

export const componentPromises: ReadonlyArray<Promised> = [
  ...all("client-app 9", providers),
  ...rows("client-app 9", "hook", hooks),
  ...all("client-app 10", own)
]

/** What the original has and we have not, and why. */
export const withoutThem = [
  { source: "client-app 9", says: "StackTheme: nonce.", because: "themes are set through the object model, which needs none" },
  { source: "client-app 10", says: "AccountSettings: iconName.", because: "an icon is an element: no package of icons comes along" }
] as const
