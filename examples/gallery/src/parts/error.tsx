import { SignIn } from "keystile/react/parts"

/** The error of a field (`for`) or of the whole form. It is not rendered without one. Submit the empty form. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Form>
      <SignIn.Error />
      <SignIn.Label for="email" />
      <SignIn.Email />
      <SignIn.Error for="email" className="problem" />
      <SignIn.Label for="password" />
      <SignIn.Password />
      <SignIn.Error for="password" className="problem" />
      <SignIn.Submit />
    </SignIn.Form>
  </SignIn.Root>
)
