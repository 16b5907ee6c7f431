/** Pages that render every screen and component with its props. The path selects the page. */
import { type ReactNode, useState } from "react"
import {
  AccountSettings,
  AuthPage,
  CredentialSignIn,
  CredentialSignUp,
  EmailVerification,
  ErrorPage,
  ForgotPassword,
  KeystileProvider,
  MagicLinkCallback,
  MessageCard,
  OAuthButton,
  OAuthButtonGroup,
  PasswordReset,
  SelectedTeamSwitcher,
  SignIn,
  SignUp,
  CommandLineConfirmation,
  TeamInvitation,
  type Theme,
  useTeams,
  UserAvatar,
  UserButton
} from "keystile/react"

const theme: Theme = { radius: "3px", accentHue: 300 }
const searchParams = new URLSearchParams(`code=${"0".repeat(45)}`)

const project = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: true,
  passkeyEnabled: true,
  oauthProviders: [{ id: "x" }]
}
const mockProject = { config: project }

const Named = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <section aria-label={name}>{children}</section>
)

const screens = (
  <>
    <Named name="SignIn">
      <SignIn theme={theme} firstTab="password" extraInfo="Terms of sign-in" passkeyAutofill={false} />
    </Named>
    <Named name="SignUp">
      <SignUp theme={theme} firstTab="password" extraInfo="Terms of sign-up" noPasswordRepeat />
    </Named>
    <Named name="AuthPage">
      <AuthPage
        type="sign-up"
        theme={theme}
        firstTab="password"
        extraInfo="Terms of both"
        noPasswordRepeat
        mockProject={mockProject}
      />
    </Named>
    <Named name="ForgotPassword">
      <ForgotPassword theme={theme} />
    </Named>
    <Named name="PasswordReset">
      <PasswordReset theme={theme} searchParams={searchParams} />
    </Named>
    <Named name="EmailVerification">
      <EmailVerification theme={theme} searchParams={searchParams} />
    </Named>
    <Named name="MagicLinkCallback">
      <MagicLinkCallback theme={theme} searchParams={searchParams} />
    </Named>
    <Named name="CommandLineConfirmation">
      <CommandLineConfirmation theme={theme} searchParams={searchParams} />
    </Named>
    <Named name="TeamInvitation">
      <TeamInvitation theme={theme} searchParams={searchParams} />
    </Named>
    <Named name="ErrorPage">
      <ErrorPage theme={theme} />
    </Named>
    <Named name="MessageCard">
      <MessageCard theme={theme} title="A message" primaryButtonText="Yes" secondaryButtonText="No">
        Its text
      </MessageCard>
    </Named>
  </>
)

const forms = (
  <>
    <Named name="CredentialSignIn">
      <CredentialSignIn />
    </Named>
    <Named name="CredentialSignUp">
      <CredentialSignUp noPasswordRepeat strengthThreshold={0} />
    </Named>
    <Named name="CredentialSignUp, as the provider says">
      <CredentialSignUp />
    </Named>
    <Named name="OAuthButton">
      <OAuthButton provider="github" type="sign-up" />
    </Named>
    <Named name="OAuthButtonGroup">
      <OAuthButtonGroup type="sign-up" />
    </Named>
    <Named name="OAuthButtonGroup of a preview">
      <OAuthButtonGroup type="sign-in" mockProject={mockProject} />
    </Named>
  </>
)

const Message = () => {
  const [said, setSaid] = useState("nothing")
  return (
    <MessageCard
      fullPage
      title="The orchard is closed"
      primaryButtonText="Wait"
      primaryAction={() => setSaid("wait")}
      secondaryButtonText="Leave"
      secondaryAction={() => setSaid("leave")}
    >
      <p>It opens at nine; said: {said}.</p>
    </MessageCard>
  )
}

const red = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs="

const avatars = (
  <>
    <Named name="as it comes">
      <UserAvatar user={{ displayName: "Noor Lindqvist" }} />
    </Named>
    <Named name="larger, with a line">
      <UserAvatar user={{ primaryEmail: "tess@fernhill.example" }} size={60} border />
    </Named>
    <Named name="with a picture">
      <UserAvatar user={{ displayName: "Ada", profileImageUrl: red }} />
    </Named>
    <Named name="nobody's">
      <UserAvatar />
    </Named>
  </>
)

const Menus = () => {
  const [chosen, setChosen] = useState("nothing")
  const [isDark, setDark] = useState(false)
  return (
    <>
      <Named name="full">
        <UserButton
          className="corner"
          showUserInfo
          colorModeToggle={() => setDark(!isDark)}
          extraItems={[
            { text: "Billing", icon: <svg data-icon="coin" viewBox="0 0 20 20" />, onClick: () => setChosen("billing") }
          ]}
        />
      </Named>
      <Named name="bare">
        <UserButton />
      </Named>
      <output>{`${chosen}, ${isDark ? "dark" : "light"}`}</output>
    </>
  )
}

const Switchers = () => {
  const [first, second] = useTeams()
  return (
    <>
      <Named name="on the page of a team">
        <SelectedTeamSwitcher
          className="corner"
          selectedTeam={second}
          urlMap={({ displayName }) => `/components/teams?of=${displayName}`}
        />
      </Named>
      <Named name="that leaves the choice">
        <SelectedTeamSwitcher selectedTeam={first} noUpdateSelectedTeam />
      </Named>
    </>
  )
}

const pages: Readonly<Record<string, ReactNode>> = {
  screens,
  forms,
  "automatic-SignIn": <SignIn automaticRedirect />,
  "automatic-SignUp": <SignUp automaticRedirect />,
  "automatic-AuthPage": <AuthPage type="sign-in" automaticRedirect />,
  message: <Message />,
  avatars,
  menus: <Menus />,
  teams: <Switchers />,
  settings: (
    <AccountSettings
      theme={theme}
      extraItems={[
        {
          id: "billing",
          title: "Billing",
          icon: <svg data-icon="coin" viewBox="0 0 20 20" />,
          content: <p>Nothing to pay.</p>
        }
      ]}
    />
  )
}

/** Returns a page of this file, or `null`. */
export const componentPage = (path: string): ReactNode => {
  const page = pages[path.replace("/components/", "")]
  return page === undefined ? null : <main>{page}</main>
}

/** A nested provider with its own session and all of its props. */
export const Elsewhere = ({ children }: { readonly children: ReactNode }) => (
  <KeystileProvider
    baseUrl={import.meta.env["VITE_KEYSTILE_URL"]}
    projectId={import.meta.env["VITE_KEYSTILE_PROJECT_ID"]}
    publishableClientKey={import.meta.env["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY"]}
    tokenStore="memory"
    redirectMethod="none"
    messages={{ signIn: "Enter" }}
    theme={theme}
    strengthThreshold={0}
    fallback={<p>Elsewhere is on its way</p>}
    errorFallback={(error, retry) => (
      <div role="alert">
        {`Elsewhere failed: ${error instanceof Error ? error.name : typeof error}`}
        <button type="button" onClick={retry}>
          Again
        </button>
      </div>
    )}
  >
    {children}
  </KeystileProvider>
)
