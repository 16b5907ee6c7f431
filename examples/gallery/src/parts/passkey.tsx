import { SignIn } from "keystile/react/parts"

/** Signs in with a passkey. While it is rendered, `Email` offers passkeys in autofill, too. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Start>
      <SignIn.Passkey>Use a passkey</SignIn.Passkey>
    </SignIn.Start>
  </SignIn.Root>
)
