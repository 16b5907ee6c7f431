/** The account settings: a sidebar and the page that the URL's hash names. */
import { type ReactNode, Suspense, useContext, useEffect, useRef, useState } from "react"
import type { User } from "../../core/schema/user.ts"
import { Picture } from "../components/picture.tsx"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { mailIcon, plusIcon, settingsIcon, shieldIcon, userIcon } from "../components/icons.tsx"
import { Notice } from "../components/notice.tsx"
import { useClient } from "../hooks/use-client.ts"
import { useProjectState } from "../hooks/use-project.ts"
import { useSignInRedirect } from "../hooks/use-sign-in-redirect.ts"
import { useTeamsState } from "../hooks/use-teams.ts"
import { useUserState } from "../hooks/use-user-state.ts"
import { useOpened } from "../runtime/keystile-context.ts"
import { useIsChangingSession } from "../runtime/use-is-changing-session.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"
import { account } from "../messages/english/account.ts"
import { useMessages, useMessagesOrBlank } from "../messages/messages.ts"
import { FailureCard } from "../screens/cards/failure-card.tsx"
import { PageFooter } from "../screens/frame/page-footer.tsx"
import { PageHeader } from "../screens/frame/page-header.tsx"
import { Screen } from "../screens/frame/screen.tsx"
import { WithSlowCard } from "../screens/cards/with-slow-card.tsx"
import type { Appearance } from "../theme/appearance.ts"
import type { Theme } from "../theme/theme.ts"
import { AccountUserContext } from "./account-user.ts"
import { AnnouncementRegion, Announcements } from "./announcements.tsx"
import type { AccountMessages } from "./call-error-notice.tsx"
import { keepFocus } from "./keep-focus.ts"
import { LeavingTeamsContext } from "./leaving-teams.ts"
import { NotSignedUp } from "./not-signed-up.tsx"
import { PageSkeleton } from "./page-skeleton.tsx"
import { LevelContext, Page } from "./section.tsx"
import { SettingsFrame } from "./settings-frame.tsx"
import { SettingsSkeleton } from "./settings-skeleton.tsx"
import { type SettingsEntry, Sidebar } from "./sidebar.tsx"
import { teamHash, useHash } from "./use-hash.ts"
import { useLatest } from "./use-latest.ts"
import { useOpenInvitations } from "./use-open-invitations.ts"
import { Text } from "./text.tsx"

/** A page of the application. */
export interface AccountSettingsItem {
  /** The title of the section, and of its link. */
  readonly title: string
  /** The section. */
  readonly content: ReactNode
  /** The URL's hash while the page is shown. */
  readonly id: string
  /** An icon: an element of 20 by 20 CSS pixels. */
  readonly icon?: ReactNode
}

/** Props of `<AccountSettings>`. */
export interface AccountSettingsProps {
  /** Fills the page with the screen, as its `<main>`. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Pages of the application, listed after the pages about the user. */
  readonly extraItems?: ReadonlyArray<AccountSettingsItem> | undefined
  /** Theme of this screen, over the provider's. Create it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
  /** Slots of the settings, and class names of their elements. */
  readonly appearance?: Appearance | undefined
}

const load = () => import("./account-pages.ts")

const pages = {
  profile: lazyComponent("ProfilePage", () => load().then(({ ProfilePage }) => ProfilePage)),
  auth: lazyComponent("SignInMethodsPage", () => load().then(({ SignInMethodsPage }) => SignInMethodsPage)),
  settings: lazyComponent("SettingsPage", () => load().then(({ SettingsPage }) => SettingsPage)),
  team: lazyComponent("TeamPage", () => load().then(({ TeamPage }) => TeamPage)),
  invitations: lazyComponent("ReceivedInvitationsPage", () =>
    load().then(({ ReceivedInvitationsPage }) => ReceivedInvitationsPage)
  ),
  creation: lazyComponent("TeamCreationPage", () => load().then(({ TeamCreationPage }) => TeamCreationPage))
}

/** The hash of the page of received invitations. */
const RECEIVED = "invitations"

/**
 * The account settings of the user and their teams, by default at `/handler/account-settings`. Redirects to sign-in
 * if the user is not signed in. An anonymous user is invited to sign up. The URL's hash selects the page. The pages
 * are loaded on demand, together.
 *
 * @example <AccountSettings fullPage extraItems={[{ id: "billing", title: "Billing", content: <Billing /> }]} />
 */
export const AccountSettings = ({ appearance, extraItems = [], fullPage = false, theme }: AccountSettingsProps) => (
  <Screen
    fullPage={fullPage}
    theme={theme}
    appearance={appearance}
    loading={<Loading extraItems={extraItems} />}
    header={<PageHeader />}
    footer={<PageFooter back={false} />}
  >
    <LevelContext value={fullPage ? 1 : 2}>
      <Gate extraItems={extraItems} />
    </LevelContext>
  </Screen>
)

interface GateProps {
  readonly extraItems: ReadonlyArray<AccountSettingsItem>
}

/**
 * Shows its content to signed-in users, and an invitation to sign up to anonymous ones. The content stays mounted when
 * the session ends in another tab, so that typed text is kept.
 */
const Gate = ({ extraItems }: GateProps) => {
  const opened = useOpened()
  const changing = useIsChangingSession()
  const level = useContext(LevelContext)
  const { data, error } = useUserState()
  const visitor = useUserState({ or: "anonymous-if-exists" }).data
  const isAnonymous = data === null && visitor?.isAnonymous === true
  const [kept, setKept] = useState<User | null>(null)
  if (data != null && data !== kept) setKept(data)
  const user = data ?? kept
  useSignInRedirect(opened, data === null && kept === null && !isAnonymous)
  if (user === null) {
    if (error !== null) throw error
    if (isAnonymous) return <NotSignedUp level={level} />
    return (
      <WithSlowCard>
        <Loading extraItems={extraItems} />
      </WithSlowCard>
    )
  }
  return (
    <AccountUserContext value={user}>
      <Pages key={user.id} extraItems={extraItems} signedOut={data === null && !changing} />
    </AccountUserContext>
  )
}

const ownEntries = (texts: AccountMessages): ReadonlyArray<SettingsEntry> => [
  { id: "profile", title: texts.myProfile, icon: userIcon, content: <pages.profile.Component /> },
  { id: "auth", title: texts.emailsAndAuth, icon: shieldIcon, content: <pages.auth.Component /> },
  { id: "settings", title: texts.settings, icon: settingsIcon, content: <pages.settings.Component /> }
]

const extraEntry = ({ content, icon, id, title }: AccountSettingsItem): SettingsEntry => ({
  id,
  title,
  icon: icon !== undefined && (
    <span className="ks-menu-icon" aria-hidden="true">
      {icon}
    </span>
  ),
  content: <Page title={title}>{content}</Page>
})

const Pages = ({ extraItems, signedOut }: GateProps & { readonly signedOut: boolean }) => {
  const texts = useMessages(account)
  const hash = useHash()
  const { data: teams, error: teamsError } = useLatest(useTeamsState())
  const { data: project } = useLatest(useProjectState())
  const { data: openInvitations, error: invitationsError } = useOpenInvitations()
  const invitations = openInvitations ?? []
  // The page stays after the last invitation was accepted. It is not offered without one.
  const received: ReadonlyArray<SettingsEntry> =
    invitations.length > 0 || hash === RECEIVED
      ? [
          {
            id: RECEIVED,
            title: texts.receivedInvitations,
            icon: mailIcon,
            count: invitations.length,
            startsTeams: true,
            content: <pages.invitations.Component />
          }
        ]
      : []
  const ofTeams = (teams ?? []).map((team, index): SettingsEntry => ({
    id: teamHash(team.id),
    title: team.displayName,
    icon: <Picture kind="team" data-size="xs" name={team.displayName} url={team.profileImageUrl} />,
    startsTeams: index === 0 && received.length === 0,
    content: <pages.team.Component team={team} />
  }))
  const mayCreate = project?.config.clientTeamCreationEnabled === true
  const creation: SettingsEntry = {
    id: "team-creation",
    title: texts.newTeam,
    icon: plusIcon,
    startsTeams: ofTeams.length === 0 && received.length === 0,
    content: <pages.creation.Component />
  }
  const own = [...ownEntries(texts), ...extraItems.map(extraEntry)]
  const entries = [...own, ...received, ...ofTeams, ...(mayCreate ? [creation] : [])]
  // What is about teams is listed at once, so that nothing moves when the rest is loaded.
  const invitationsSettled = openInvitations !== undefined || invitationsError !== null
  const teamsSettled = teamsError !== null || (teams !== undefined && invitationsSettled)
  // The hash may name a team's page, which is listed once teams and project are loaded.
  const complete = teams !== undefined && project !== undefined
  const current = hash === "" ? entries[0] : entries.find(({ id }) => id === hash)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const isLeft = Array.from(leaving, teamHash).includes(hash)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => (page.current === null ? undefined : keepFocus(page.current)), [])

  return (
    <SettingsFrame ref={page} sidebar={<Sidebar entries={teamsSettled ? entries : own} current={current?.id} />}>
      <Announcements page={current?.id}>
        <AnnouncementRegion id={current?.id} />
        {signedOut && <SignedOutNotice />}
        {current === undefined ? (
          complete && !isLeft ? (
            <Page title={texts.pageGone}>
              <Text>{texts.pageGoneText}</Text>
            </Page>
          ) : (
            <PageSkeleton />
          )
        ) : (
          <ErrorBoundary key={current.id} fallback={(error, retry) => <FailureCard error={error} retry={retry} />}>
            <LeavingTeamsContext value={setLeaving}>
              <Suspense fallback={<PageSkeleton title={current.title} />}>{current.content}</Suspense>
            </LeavingTeamsContext>
          </ErrorBoundary>
        )}
      </Announcements>
    </SettingsFrame>
  )
}

/** Links to sign-in in a new tab, so that typed text is kept in this one. */
const SignedOutNotice = () => {
  const texts = useMessages(account)
  const { navigation } = useClient()
  return (
    <Notice>
      {`${texts.signedOutMeanwhile} `}
      <a className="ks-link" href={navigation.urls.signIn} target="_blank" rel="noopener noreferrer">
        {texts.signInAgain}
      </a>
    </Notice>
  )
}

/** Has the real sidebar and title where their texts are loaded. */
const Loading = ({ extraItems }: GateProps) => {
  const texts = useMessagesOrBlank(account)
  const hash = useHash()
  const entries = texts.settings === "" ? [] : [...ownEntries(texts), ...extraItems.map(extraEntry)]
  const current = hash === "" ? entries[0] : entries.find(({ id }) => id === hash)
  useEffect(() => pages.profile.preload(), [])
  return (
    <SettingsSkeleton
      title={current?.title}
      sidebar={entries.length > 0 ? <Sidebar entries={entries} current={current?.id} /> : undefined}
    />
  )
}
