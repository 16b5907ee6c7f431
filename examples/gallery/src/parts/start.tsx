import { SignIn } from "keystile/react/parts"

/** The first step. It disappears when a code is asked for, and gets the focus when the user returns. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Start>
      <h1>Sign in by mail</h1>
      <SignIn.MagicLink>
        <SignIn.Label for="email" />
        <SignIn.Email />
        <SignIn.Submit />
      </SignIn.MagicLink>
    </SignIn.Start>
    <SignIn.MagicLinkCode>
      <SignIn.Label for="code" />
      <SignIn.Code />
      <SignIn.Cancel />
    </SignIn.MagicLinkCode>
  </SignIn.Root>
)
