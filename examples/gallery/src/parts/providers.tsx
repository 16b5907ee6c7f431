import { SignIn } from "keystile/react/parts"

/** A button for each provider of the project. Render each by a function as child. */
export const Example = () => (
  <SignIn.Root className="own">
    <SignIn.Start>
      <SignIn.Providers>
        {({ button, name }) => (
          <button {...button} type="button">
            Continue with {name}
          </button>
        )}
      </SignIn.Providers>
    </SignIn.Start>
  </SignIn.Root>
)
