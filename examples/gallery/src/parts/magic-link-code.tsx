import { SignIn } from "keystile/react/parts"

/** The form for the mailed code. It is rendered after the code was sent. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Start>
      <SignIn.MagicLink>
        <SignIn.Label for="email" />
        <SignIn.Email />
        <SignIn.Submit />
      </SignIn.MagicLink>
    </SignIn.Start>
    <SignIn.MagicLinkCode>
      <h1>Check your email</h1>
      <SignIn.Error />
      <SignIn.Label for="code" />
      <SignIn.Code />
      <SignIn.Error for="code" />
      <SignIn.Cancel>Use another email</SignIn.Cancel>
    </SignIn.MagicLinkCode>
  </SignIn.Root>
)
