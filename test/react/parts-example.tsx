import { SignIn } from "keystile/react/parts"

export const OwnSignIn = () => (
  <SignIn.Root className="sign-in">
    <SignIn.Start>
      <h1>Welcome back</h1>

      <SignIn.Providers />
      <SignIn.Passkey>Use a passkey</SignIn.Passkey>

      <SignIn.Form>
        <SignIn.Error />
        <SignIn.Label for="email" />
        <SignIn.Email placeholder="you@example.com" />
        <SignIn.Error for="email" />
        <SignIn.Label for="password" />
        <SignIn.Password />
        <SignIn.Error for="password" />
        <SignIn.Submit>Let me in</SignIn.Submit>
      </SignIn.Form>

      <SignIn.MagicLink>
        <SignIn.Error />
        <SignIn.Label for="email">Or get a code by mail</SignIn.Label>
        <SignIn.Email />
        <SignIn.Error for="email" />
        <SignIn.Submit render={(props) => <button {...props} className="plain" type="submit" />}>Send</SignIn.Submit>
      </SignIn.MagicLink>
    </SignIn.Start>

    <SignIn.MagicLinkCode>
      <h1>Look into your mail</h1>
      <SignIn.Error />
      <SignIn.Label for="code" />
      <SignIn.Code />
      <SignIn.Error for="code" />
      <SignIn.Cancel />
    </SignIn.MagicLinkCode>

    <SignIn.SecondFactor>
      <h1>One more code</h1>
      <SignIn.Error />
      <SignIn.Label for="code">Code of your authenticator app</SignIn.Label>
      <SignIn.Code />
      <SignIn.Error for="code" />
      <SignIn.Submit />
      <SignIn.Cancel>Start over</SignIn.Cancel>
    </SignIn.SecondFactor>
  </SignIn.Root>
)
