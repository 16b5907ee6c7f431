import { SignIn } from "keystile/react/parts"

/** The element around all steps. It suspends until the project is known. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Start>
      <h1>Welcome back</h1>
      <SignIn.Providers />
    </SignIn.Start>
  </SignIn.Root>
)
