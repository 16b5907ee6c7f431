/** The steps of signing in, composed of components as in the screens. */
import { useState } from "react"
import {
  Button,
  Card,
  CodeField,
  english,
  Field,
  FormSkeleton,
  LastTag,
  LinkButton,
  ProviderButtons,
  PasskeyMethodButton,
  PasswordField,
  PasswordStrength,
  Scope,
  Separator,
  Tabs
} from "keystile/react"
import type { Group } from "./group.ts"
import { useTexts } from "./texts.ts"

/** Paths of icons in a 20 by 20 view box. */
const linkIcon =
  "M8.5 11.5a3 3 0 0 0 4.25 0l2.75-2.75a3 3 0 0 0-4.25-4.25l-1 1" +
  "M11.5 8.5a3 3 0 0 0-4.25 0L4.5 11.25a3 3 0 0 0 4.25 4.25l1-1"
const mailIcon = "M4.75 4.5h10.5a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H4.75a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM3.25 6 10 11l6.75-5"
const phoneIcon = "M7.5 2.5h5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM9 14.75h2"

const everyProvider = [
  "google",
  "github",
  "facebook",
  "microsoft",
  "spotify",
  "discord",
  "gitlab",
  "apple",
  "bitbucket",
  "linkedin",
  "x"
]

const Footer = () => {
  const texts = useTexts()
  return (
    <>
      <span>{texts("noAccount")}</span>
      <a className="ks-link" href="#out">
        {texts("toSignUp")}
      </a>
    </>
  )
}

const EmailForm = () => {
  const texts = useTexts()
  return (
    <form className="ks-form" onSubmit={(event) => event.preventDefault()}>
      <Field label={texts("email")} type="email" autoComplete="username" placeholder={texts("emailPlaceholder")} />
      <Button type="submit" width="full">
        {texts("sendEmail")}
      </Button>
    </form>
  )
}

const PasswordForm = ({ error }: { readonly error?: string }) => {
  const texts = useTexts()
  return (
    <form className="ks-form" onSubmit={(event) => event.preventDefault()}>
      <Field
        label={texts("email")}
        type="email"
        autoComplete="username"
        defaultValue="maximiliane.hohenstein-wittelsbach@subsidiary.example.com"
        error={error}
      />
      <PasswordField
        label={texts("password")}
        autoComplete="current-password"
        defaultValue="verdigris-lantern-42"
        aside={
          <a className="ks-link" href="#forgot">
            {texts("forgotPassword")}
          </a>
        }
      />
      <Button type="submit" width="full">
        {texts("signIn")}
      </Button>
    </form>
  )
}

interface SignInProps {
  readonly providers: ReadonlyArray<string>
  readonly passkey?: boolean
  readonly forms: "both" | "password" | "none"
  readonly initial?: string
  readonly error?: string
  readonly busy?: string
  readonly lastTab?: boolean
}

const SignIn = ({ busy, error, forms, initial, lastTab, passkey = false, providers }: SignInProps) => {
  const texts = useTexts()
  const buttons = providers.length > 0 || passkey
  const password = <PasswordForm {...(error === undefined ? {} : { error })} />
  return (
    <Card title={texts("signInTitleUnnamed")} footer={<Footer />}>
      {buttons && (
        <ProviderButtons providers={providers} last="github" busy={busy} onSelect={() => {}}>
          {passkey && <PasskeyMethodButton />}
        </ProviderButtons>
      )}
      {buttons && forms !== "none" && <Separator>{texts("orContinueWith")}</Separator>}
      {forms === "both" && (
        <Tabs
          label={texts("methods")}
          initial={initial}
          tabs={[
            { id: "email", label: texts("emailTab"), content: <EmailForm /> },
            {
              id: "password",
              label: (
                <>
                  {texts("passwordTab")}
                  {lastTab && <LastTag />}
                </>
              ),
              content: password
            }
          ]}
        />
      )}
      {forms === "password" && password}
    </Card>
  )
}

const CodeStep = ({ error }: { readonly error?: string }) => {
  const texts = useTexts()
  const [before, after] = texts("codeSentTo").split("{email}")
  const [done, setDone] = useState("")
  return (
    <Card
      icon={mailIcon}
      title={texts("codeTitle")}
      text={
        <>
          {before}
          <strong>noor@fernhill.example</strong>
          {after}
        </>
      }
      footer={
        <Button variant="quiet" size="sm">
          {texts("cancel")}
        </Button>
      }
    >
      <CodeField label={texts("codeLabel")} kind="letters" error={error} onComplete={setDone} />
      <output className="ks-visually-hidden">{done}</output>
    </Card>
  )
}

/** Rejects every code after a delay. */
const SecondFactor = () => {
  const texts = useTexts()
  const [code, setCode] = useState("")
  const [error, setError] = useState<string>()
  return (
    <Card
      icon={phoneIcon}
      title={texts("secondFactorTitle")}
      text={texts("secondFactorText")}
      footer={
        <Button variant="quiet" size="sm">
          {texts("cancel")}
        </Button>
      }
    >
      <CodeField
        label={texts("secondFactorLabel")}
        kind="digits"
        error={error}
        onChange={(next) => {
          setCode(next)
          if (next !== "") setError(undefined)
        }}
      />
      <Button width="full" disabled={code.length < 6} onClick={() => setError(texts("totpInvalid"))}>
        {texts("verify")}
      </Button>
    </Card>
  )
}

const NewPassword = () => {
  const [password, setPassword] = useState("goldfish")
  return (
    <Card title="Create a new account">
      <form className="ks-form" onSubmit={(event) => event.preventDefault()}>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          below={<PasswordStrength password={password} own={["noor@fernhill.example"]} />}
        />
        <Button type="submit" width="full" busy>
          Sign Up
        </Button>
      </form>
    </Card>
  )
}

const Links = () => (
  <Card icon={linkIcon} title="Buttons like links">
    <p className="ks-text">
      Nothing came? <LinkButton>Send it again</LinkButton>
    </p>
  </Card>
)

export const flows: ReadonlyArray<Group> = [
  {
    name: "sign-in",
    items: [
      {
        name: "Everything on",
        component: <SignIn providers={["google", "github", "apple", "microsoft"]} passkey forms="both" />
      },
      {
        name: "Wrong password",
        component: <SignIn providers={[]} forms="both" initial="password" error="Wrong email or password." lastTab />
      },
      {
        name: "Every provider",
        component: <SignIn providers={[...everyProvider, "fernhill-sso", "<i>constructor</i>"]} forms="none" />
      },
      {
        name: "On the way to a provider",
        component: <SignIn providers={["google", "discord"]} forms="none" busy="discord" />
      },
      {
        name: "Providers in their own colors",
        component: (
          <Scope className="ks-card">
            <div className="ks-card-body">
              <ProviderButtons providers={everyProvider} data-tone="brand" onSelect={() => {}} type="sign-up" />
            </div>
          </Scope>
        )
      },
      { name: "Code", component: <CodeStep /> },
      { name: "Code refused", component: <CodeStep error={english.codeInvalid} /> },
      { name: "Second factor", component: <SecondFactor /> },
      { name: "New password", component: <NewPassword /> },
      { name: "Links", component: <Links /> }
    ]
  },
  {
    name: "layouts",
    items: [
      { name: "everything", component: <SignIn providers={["google", "github"]} passkey forms="both" /> },
      { name: "everything, loading", component: <FormSkeleton buttons={3} tabs fields={1} /> },
      { name: "password", component: <SignIn providers={[]} forms="password" /> },
      { name: "password, loading", component: <FormSkeleton fields={2} /> },
      { name: "providers", component: <SignIn providers={["google", "x"]} forms="none" /> },
      { name: "providers, loading", component: <FormSkeleton buttons={2} fields={0} /> }
    ]
  }
]
