import { SignIn } from "keystile/react/parts"

/** The form for the code of an authenticator app. It is rendered after any first factor that asks for it. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Start>
      <SignIn.Form>
        <SignIn.Label for="email" />
        <SignIn.Email />
        <SignIn.Label for="password" />
        <SignIn.Password />
        <SignIn.Submit />
      </SignIn.Form>
    </SignIn.Start>
    <SignIn.SecondFactor>
      <h1>One more code</h1>
      <SignIn.Error />
      <SignIn.Label for="code">Code from your authenticator app</SignIn.Label>
      <SignIn.Code />
      <SignIn.Submit />
      <SignIn.Cancel />
    </SignIn.SecondFactor>
  </SignIn.Root>
)
