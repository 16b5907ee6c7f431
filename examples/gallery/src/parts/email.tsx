import { SignIn } from "keystile/react/parts"

/** An `input` with type, autocomplete, `aria-invalid` and `aria-describedby`. `render` replaces the element. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Form>
      <SignIn.Label for="email" />
      <SignIn.Email
        placeholder="you@example.com"
        render={(props) => (
          <span className="with-icon">
            <span aria-hidden="true">✉</span>
            <input {...props} />
          </span>
        )}
      />
      <SignIn.Error for="email" />
      <SignIn.Label for="password" />
      <SignIn.Password />
      <SignIn.Submit />
    </SignIn.Form>
  </SignIn.Root>
)
