import { SignIn } from "keystile/react/parts"

/** The label of a field, with the text of the language or your own. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Form>
      <SignIn.Label for="email" />
      <SignIn.Email />
      <SignIn.Label for="password">
        Password <small>of your Larkspur account</small>
      </SignIn.Label>
      <SignIn.Password />
      <SignIn.Submit />
    </SignIn.Form>
  </SignIn.Root>
)
