import { SignIn } from "keystile/react/parts"

/** The password that the user has, for password managers: `autocomplete="current-password"`. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Form>
      <SignIn.Label for="email" />
      <SignIn.Email />
      <SignIn.Label for="password">Your password</SignIn.Label>
      <SignIn.Password />
      <SignIn.Error for="password" />
      <SignIn.Submit />
    </SignIn.Form>
  </SignIn.Root>
)
