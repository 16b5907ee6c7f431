import { SignIn } from "keystile/react/parts"

/** The button of a form. While the form is sent, it has `data-busy` and `aria-disabled`, and keeps the focus. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Form>
      <SignIn.Label for="email" />
      <SignIn.Email />
      <SignIn.Label for="password" />
      <SignIn.Password />
      <SignIn.Submit>Let me in</SignIn.Submit>
    </SignIn.Form>
  </SignIn.Root>
)
