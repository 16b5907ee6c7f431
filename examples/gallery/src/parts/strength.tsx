import { SignUp } from "keystile/react/parts"

/** How strong the typed password is, from 0 to 4. Render it yourself by a function as child. */
export const Example = () => (
  <SignUp.Root className="own">
    <SignUp.Form>
      <SignUp.Label for="email" />
      <SignUp.Email />
      <SignUp.Label for="password" />
      <SignUp.Password />
      <SignUp.Error for="password" />
      <SignUp.Strength>
        {({ advice, score, word }) => (
          <>
            <meter min={0} max={4} value={score} /> {word}
            {advice !== null && <small>{advice}</small>}
          </>
        )}
      </SignUp.Strength>
      <SignUp.Submit />
    </SignUp.Form>
  </SignUp.Root>
)
