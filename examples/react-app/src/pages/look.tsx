/** A page of the account settings: the theme and the color scheme in this browser. */
import { choose, schemes, themes, useChoices } from "../choices.ts"
import { LanguageChoice } from "../components/language-choice.tsx"
import { RadioChoice } from "../components/radio-choice.tsx"

export const Look = () => {
  const { scheme, theme } = useChoices()
  return (
    <div className="look" lang="en" dir="ltr">
      <p className="ks-text">Kept in this browser, for whoever uses it.</p>
      <RadioChoice label="Brightness" names={schemes} value={scheme} onChoose={(value) => choose("scheme", value)} />
      <RadioChoice label="Colours" names={themes} value={theme} onChoose={(value) => choose("theme", value)} swatches />
      <LanguageChoice />
      <p className="ks-hint">The language is that of sign-in and of your account. Larkspur itself speaks English.</p>
    </div>
  )
}
