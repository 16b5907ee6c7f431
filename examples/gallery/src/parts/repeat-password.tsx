import { SignUp } from "keystile/react/parts"

/** The new password once more. Without this part, it is typed once. */
export const Example = () => (
  <SignUp.Root className="own">
    <SignUp.Form>
      <SignUp.Label for="email" />
      <SignUp.Email />
      <SignUp.Error for="email" />
      <SignUp.Label for="password" />
      <SignUp.Password />
      <SignUp.Error for="password" />
      <SignUp.Label for="repeat" />
      <SignUp.RepeatPassword />
      <SignUp.Error for="repeat" />
      <SignUp.Submit />
    </SignUp.Form>
  </SignUp.Root>
)
