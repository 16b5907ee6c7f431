import { SignIn } from "keystile/react/parts"

/** Email and password. It has `data-state`: `ready`, `busy` or `refused`. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Form>
      <SignIn.Error />
      <SignIn.Label for="email" />
      <SignIn.Email />
      <SignIn.Error for="email" />
      <SignIn.Label for="password" />
      <SignIn.Password />
      <SignIn.Error for="password" />
      <SignIn.Submit />
    </SignIn.Form>
  </SignIn.Root>
)
