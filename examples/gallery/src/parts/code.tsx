import { SignIn } from "keystile/react/parts"

/** One `input` for a code of six characters. The form is sent with the last one. */
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
      <SignIn.Code className="wide" />
      <SignIn.Error for="code" />
    </SignIn.MagicLinkCode>
  </SignIn.Root>
)
