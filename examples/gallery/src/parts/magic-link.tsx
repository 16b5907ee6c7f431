import { SignIn } from "keystile/react/parts"

/** Asks for the email, and mails a code and a link. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Start>
      <SignIn.MagicLink>
        <SignIn.Error />
        <SignIn.Label for="email" />
        <SignIn.Email placeholder="you@example.com" />
        <SignIn.Error for="email" />
        <SignIn.Submit>Email me a code</SignIn.Submit>
      </SignIn.MagicLink>
    </SignIn.Start>
    <SignIn.MagicLinkCode>
      <p>The code was sent.</p>
    </SignIn.MagicLinkCode>
  </SignIn.Root>
)
