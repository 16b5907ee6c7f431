/** The steps of signing in, put together from the parts as the screens will. */
import { useState } from "react"
import {
  Button,
  Card,
  CodeField,
  english,
  Field,
  FormSkeleton,
  formatNodes,
  LastTag,
  LinkButton,
  ProviderButtons,
  PasskeyWayButton,
  PasswordField,
  PasswordStrength,
  Scope,
  Separator,
  Tabs
} from "keystile/react"
import { steps } from "../../../react/messages/english/steps.ts"
import { useMessages } from "../../../react/messages/messages.ts"
import { linkIcon, mailIcon, phoneIcon } from "../../../react/components/icons.tsx"
import type { Group } from "./group.ts"

const everyProvider = [
  "google", "github", "facebook", "microsoft", "spotify", "discord", "gitlab", "apple", "bitbucket", "linkedin", "x"
]

const Stub = () => {
  const { noAccount, toSignUp } = useMessages()
  return <><span>{noAccount}</span><a className="ks-link" href="#out">{toSignUp}</a></>
}

const EmailForm = () => {
  const { email, emailPlaceholder, sendEmail } = useMessages()
  return (
    <form className="ks-form" onSubmit={(event) => event.preventDefault()}>
      <Field label={email} type="email" autoComplete="username" placeholder={emailPlaceholder} />
      <Button type="submit" width="full">{sendEmail}</Button>
    </form>
  )
}

const PasswordForm = ({ error }: { readonly error?: string }) => {
  const { email, forgotPassword, password, signIn } = useMessages()
  return (
    <form className="ks-form" onSubmit={(event) => event.preventDefault()}>
      <Field
        label={email}
        type="email"
        autoComplete="username"
        defaultValue="maximiliane.hohenstein-wittelsbach@subsidiary.example.com"
        error={error}
      />
      <PasswordField
        label={password}
        autoComplete="current-password"
        defaultValue="verdigris-lantern-42"
        aside={<a className="ks-link" href="#forgot">{forgotPassword}</a>}
      />
      <Button type="submit" width="full">{signIn}</Button>
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
  const { emailTab, methods, orContinueWith, passwordTab, signInTitle } = useMessages()
  const buttons = providers.length > 0 || passkey
  const password = <PasswordForm {...(error === undefined ? {} : { error })} />
  return (
    <Card title={signInTitle} stub={<Stub />}>
      {buttons && (
        <ProviderButtons providers={providers} last="github" busy={busy} onSelect={() => {}}>
          {passkey && <PasskeyWayButton />}
        </ProviderButtons>
      )}
      {buttons && forms !== "none" && <Separator>{orContinueWith}</Separator>}
      {forms === "both" && (
        <Tabs
          label={methods}
          initial={initial}
          tabs={[
            { id: "email", label: emailTab, content: <EmailForm /> },
            { id: "password", label: <>{passwordTab}{lastTab && <LastTag />}</>, content: password }
          ]}
        />
      )}
      {forms === "password" && password}
    </Card>
  )
}

const CodeStep = ({ error }: { readonly error?: string }) => {
  const texts = useMessages(steps)
  const { cancel } = useMessages()
  const [done, setDone] = useState("")
  return (
    <Card
      seal={mailIcon}
      title={texts.codeTitle}
      text={formatNodes(texts.codeSentTo, { email: <strong key="email">noor@fernhill.example</strong> })}
      stub={<Button variant="quiet" size="sm">{cancel}</Button>}
    >
      <CodeField label={texts.codeLabel} kind="letters" error={error} onComplete={setDone} />
      <output className="ks-visually-hidden">{done}</output>
    </Card>
  )
}

/** Refuses every code after a while. */
const SecondFactor = () => {
  const texts = useMessages(steps)
  const { cancel } = useMessages()
  const [code, setCode] = useState("")
  const [error, setError] = useState<string>()
  return (
    <Card
      seal={phoneIcon}
      title={texts.secondFactorTitle}
      text={texts.secondFactorText}
      stub={<Button variant="quiet" size="sm">{cancel}</Button>}
    >
      <CodeField
        label={texts.secondFactorLabel}
        kind="digits"
        error={error}
        onChange={(next) => {
          setCode(next)
          if (next !== "") setError(undefined)
        }}
      />
      <Button width="full" disabled={code.length < 6} onClick={() => setError(texts.totpInvalid)}>{texts.verify}</Button>
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
        <Button type="submit" width="full" busy>Sign Up</Button>
      </form>
    </Card>
  )
}

const Links = () => (
  <Card seal={linkIcon} title="Buttons like links">
    <p className="ks-text">Nothing came? <LinkButton>Send it again</LinkButton></p>
  </Card>
)

export const flows: ReadonlyArray<Group> = [
  {
    name: "sign-in",
    items: [
      {
        name: "Everything on",
        part: <SignIn providers={["google", "github", "apple", "microsoft"]} passkey forms="both" />
      },
      {
        name: "Wrong password",
        part: <SignIn providers={[]} forms="both" initial="password" error="Wrong e-mail or password." lastTab />
      },
      {
        name: "Every provider",
        part: <SignIn providers={[...everyProvider, "fernhill-sso", "<i>constructor</i>"]} forms="none" />
      },
      { name: "On the way to a provider", part: <SignIn providers={["google", "discord"]} forms="none" busy="discord" /> },
      {
        name: "Quiet providers",
        part: (
          <Scope className="ks-card">
            <div className="ks-card-body">
              <ProviderButtons providers={everyProvider} data-tone="quiet" onSelect={() => {}} type="sign-up" />
            </div>
          </Scope>
        )
      },
      { name: "Code", part: <CodeStep /> },
      { name: "Code refused", part: <CodeStep error={english.codeInvalid} /> },
      { name: "Second factor", part: <SecondFactor /> },
      { name: "New password", part: <NewPassword /> },
      { name: "Links", part: <Links /> }
    ]
  },
  {
    name: "layouts",
    items: [
      { name: "everything", part: <SignIn providers={["google", "github"]} passkey forms="both" /> },
      { name: "everything, loading", part: <FormSkeleton buttons={3} tabs fields={1} /> },
      { name: "password", part: <SignIn providers={[]} forms="password" /> },
      { name: "password, loading", part: <FormSkeleton fields={2} /> },
      { name: "providers", part: <SignIn providers={["google", "x"]} forms="none" /> },
      { name: "providers, loading", part: <FormSkeleton buttons={2} fields={0} /> }
    ]
  }
]
