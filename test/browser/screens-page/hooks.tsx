/** Pages that call every hook and render the results. */
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { type ReactNode, Suspense } from "react"
import * as Client from "keystile/client"
import {
  Can,
  CredentialSignIn,
  CredentialSignUp,
  KeystileProvider,
  type ReadState,
  SignedIn,
  SignedOut,
  useAction,
  useClient,
  useConnectedAccount,
  useConnectedAccountState,
  useConnectedAccountToken,
  useConnectedAccountTokenState,
  useContactChannels,
  useContactChannelsState,
  useCurrentUser,
  useHasPermission,
  useHasPermissionState,
  useLanguage,
  useNavigate,
  useOwnedProjects,
  useOwnedProjectsState,
  usePermission,
  usePermissions,
  usePermissionsState,
  usePermissionState,
  useProject,
  useProjectState,
  useSignOut,
  useTeam,
  useTeamInvitations,
  useTeamInvitationsState,
  useTeamMembers,
  useTeamMembersState,
  useTeamProfile,
  useTeamProfileState,
  useTeams,
  useTeamsState,
  useTeamState,
  useTeamUsers,
  useTeamUsersState,
  useUser,
  useUserState
} from "keystile/react"
import { Boundary } from "./boundary.tsx"
import { Elsewhere } from "./components.tsx"
import { ProjectPermissions } from "./project-permissions.tsx"

interface ValueProps {
  readonly of: string
  readonly children: string
}

const Value = ({ children, of }: ValueProps) => (
  <p>
    <code>{of}</code> <output data-hook={of}>{children}</output>
  </p>
)

/** Renders the result of a hook that does not suspend. */
const stateText = <A,>({ data, error, pending }: ReadState<A, { readonly _tag: string }>, text: (data: A) => string) =>
  pending ? "pending" : error !== null ? `failed: ${error._tag}` : text(data)

const names = (things: ReadonlyArray<{ readonly displayName: string }>) =>
  things.map(({ displayName }) => displayName).join(", ")
const ids = (things: ReadonlyArray<{ readonly id: string }>) => things.map(({ id }) => id).join(", ")
const people = (things: ReadonlyArray<{ readonly teamProfile: { readonly displayName: string | null } }>) =>
  things.map(({ teamProfile }) => teamProfile.displayName ?? "?").join(", ")
const roles = (things: ReadonlyArray<{ readonly role: string }>) => things.map(({ role }) => role).join(", ")
const addresses = (things: ReadonlyArray<{ readonly recipientEmail: string | null }>) =>
  things.map(({ recipientEmail }) => recipientEmail ?? "?").join(", ")

const AboutTeam = ({ id }: { readonly id: string }) => (
  <>
    <Value of="useTeam">{useTeam(id)?.displayName ?? "none"}</Value>
    <Value of="useTeamState">{stateText(useTeamState(id), (team) => team?.displayName ?? "none")}</Value>
    <Value of="useTeamUsers">{people(useTeamUsers(id))}</Value>
    <Value of="useTeamUsersState">{stateText(useTeamUsersState(id), people)}</Value>
    <Value of="useTeamMembers">{roles(useTeamMembers(id))}</Value>
    <Value of="useTeamMembersState">{stateText(useTeamMembersState(id), roles)}</Value>
    <Value of="useTeamProfile">{useTeamProfile(id).displayName ?? "?"}</Value>
    <Value of="useTeamProfileState">
      {stateText(useTeamProfileState(id), ({ displayName }) => displayName ?? "?")}
    </Value>
    <Value of="useTeamInvitations">{addresses(useTeamInvitations(id))}</Value>
    <Value of="useTeamInvitationsState">{stateText(useTeamInvitationsState(id), addresses)}</Value>
    <Value of="usePermissions">{ids(usePermissions(id))}</Value>
    <Value of="usePermissions, not recursive">{ids(usePermissions(id, { recursive: false }))}</Value>
    <Value of="usePermissionsState">{stateText(usePermissionsState(id), ids)}</Value>
    <Value of="usePermission">{usePermission(id, "$invite_members")?.id ?? "none"}</Value>
    <Value of="usePermissionState">
      {stateText(usePermissionState(id, "no_such"), (permission) => permission?.id ?? "none")}
    </Value>
    <Value of="useHasPermission">{String(useHasPermission(id, "$invite_members"))}</Value>
    <Value of="useHasPermissionState">{stateText(useHasPermissionState(id, "no_such"), String)}</Value>
    <Can team={id} permission="$invite_members">
      <Value of="Can">may</Value>
    </Can>
    <Can team={id} permission="no_such" fallback={<Value of="Can, fallback">may not</Value>}>
      <Value of="Can, hidden">?</Value>
    </Can>
  </>
)

const AboutUser = () => {
  const user = useUser({ or: "redirect", projectIdMustMatch: import.meta.env["VITE_KEYSTILE_PROJECT_ID"] })
  const teams = useTeams()
  const { displayName } = useProject()
  return (
    <>
      <Value of="useUser">{user.primaryEmail ?? "?"}</Value>
      <Value of="useUserState">
        {stateText(useUserState({ or: "throw" }), ({ primaryEmail }) => primaryEmail ?? "?")}
      </Value>
      <Value of="useCurrentUser">{typeof useCurrentUser({ or: "throw" }).update}</Value>
      <Value of="useProject">{displayName}</Value>
      <Value of="useProjectState">{stateText(useProjectState(), ({ displayName }) => displayName)}</Value>
      <Value of="useTeams">{names(teams)}</Value>
      <Value of="useTeamsState">{stateText(useTeamsState(), names)}</Value>
      <Value of="useContactChannels">
        {useContactChannels()
          .map(({ value }) => value)
          .join(", ")}
      </Value>
      <Value of="useContactChannelsState">{stateText(useContactChannelsState(), (all) => String(all.length))}</Value>
      <Value of="useConnectedAccount">{useConnectedAccount("github")?.id ?? "none"}</Value>
      <Value of="useConnectedAccountState">
        {stateText(useConnectedAccountState("google"), (account) => account?.id ?? "none")}
      </Value>
      <Value of="useConnectedAccountToken">{size(useConnectedAccountToken("github"))}</Value>
      <Value of="useConnectedAccountTokenState">{stateText(useConnectedAccountTokenState("github"), size)}</Value>
      <Value of="useOwnedProjectsState">{stateText(useOwnedProjectsState(), (all) => String(all.length))}</Value>
      <Boundary>
        <OwnedProjects />
      </Boundary>
      {teams.map(({ id }) => (
        <AboutTeam key={id} id={id} />
      ))}
    </>
  )
}

const size = (token: { readonly accessToken: Redacted.Redacted<string> } | null) =>
  token === null ? "none" : `a token of ${Redacted.value(token.accessToken).length > 0 ? "some" : "no"} characters`

const OwnedProjects = () => <Value of="useOwnedProjects">{String(useOwnedProjects().length)}</Value>

const Actions = () => {
  const client = useClient({ projectIdMustMatch: import.meta.env["VITE_KEYSTILE_PROJECT_ID"] })
  const rename = useAction((displayName: string) => client.updateUser({ displayName }))
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <>
      <Value of="useClient">{client.navigation.urls.signIn}</Value>
      <Value of="useAction">{rename.pending ? "pending" : (rename.error?._tag ?? "idle")}</Value>
      <button type="button" onClick={() => void rename.run("Noor")}>
        Rename
      </button>
      <button type="button" onClick={() => navigate("/menus")}>
        Navigate
      </button>
      <button type="button" onClick={() => void signOut.run()}>
        Leave
      </button>
    </>
  )
}

const Wrong = () => <Value of="useUser, wrong project">{String(useUser({ projectIdMustMatch: "internal" }))}</Value>
const Thrown = () => <Value of="useUser, throw">{useUser({ or: "throw" }).id}</Value>
const Maybe = ({ of }: { readonly of: string }) => <Value of={of}>{useUser()?.primaryEmail ?? "nobody"}</Value>
const Connect = () => (
  <Value of="useConnectedAccount, redirect">{useConnectedAccount("google", { or: "redirect" })?.id ?? "none"}</Value>
)

const own = ManagedRuntime.make(
  Client.layer({
    baseUrl: import.meta.env["VITE_KEYSTILE_URL"],
    projectId: import.meta.env["VITE_KEYSTILE_PROJECT_ID"],
    publishableClientKey: import.meta.env["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY"],
    tokenStore: "memory",
    urls: { signIn: "/entrance" }
  })
)

const Address = () => <Value of="useClient">{useClient().navigation.urls.signIn}</Value>

const Locale = () => <Value of="useLanguage">{`${useLanguage().tag}, ${useLanguage().direction}`}</Value>

const localePage = (lang: string) => (
  <KeystileProvider runtime={own} lang={lang}>
    <Locale />
    <CredentialSignIn />
  </KeystileProvider>
)

const pages: Readonly<Record<string, ReactNode>> = {
  "/hooks": (
    <>
      <AboutUser />
      <Actions />
      <SignedIn>
        <Value of="SignedIn">shown</Value>
      </SignedIn>
      <SignedOut>
        <Value of="SignedOut">shown</Value>
      </SignedOut>
      <Elsewhere>
        <Maybe of="useUser, elsewhere" />
      </Elsewhere>
    </>
  ),
  "/hooks/nobody": (
    <>
      <Maybe of="useUser" />
      <Boundary>
        <Thrown />
      </Boundary>
      <Boundary>
        <Wrong />
      </Boundary>
      <SignedIn>
        <Value of="SignedIn">shown</Value>
      </SignedIn>
      <SignedOut>
        <Value of="SignedOut">shown</Value>
      </SignedOut>
    </>
  ),
  "/hooks/actions": <Actions />,
  "/hooks/connect": <Connect />,
  "/hooks/project-permissions": <ProjectPermissions />,
  "/hooks/runtime": (
    <KeystileProvider runtime={own}>
      <Address />
      <Maybe of="useUser" />
    </KeystileProvider>
  ),
  "/hooks/german": localePage("de-AT"),
  "/hooks/right-to-left": localePage("ar-XB"),
  "/hooks/elsewhere": (
    <Elsewhere>
      <CredentialSignIn />
      <CredentialSignUp noPasswordRepeat />
      <Maybe of="useUser" />
    </Elsewhere>
  )
}

/** Returns a page of this file, or `null`. */
export const hookPage = (path: string): ReactNode => {
  const page = pages[path]
  return page === undefined ? null : (
    <main>
      <Suspense fallback={<p role="status">Loading</p>}>{page}</Suspense>
    </main>
  )
}
