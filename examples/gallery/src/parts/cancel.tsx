import { SignIn } from "keystile/react/parts"

/** Returns from a code to the first step. */
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
      <SignIn.Label for="code" />
      <SignIn.Code />
      <SignIn.Cancel>Use another email</SignIn.Cancel>
    </SignIn.MagicLinkCode>
  </SignIn.Root>
)
