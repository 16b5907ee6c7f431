/** Selects the language of sign-in and of the account settings. */
import { useId } from "react"
import { choose, languages, useChoices } from "../choices.ts"

export const LanguageChoice = () => {
  const id = useId()
  const { language } = useChoices()
  return (
    <div className="choice" lang="en" dir="ltr">
      <label htmlFor={id}>Language</label>
      <select id={id} value={language} onChange={({ target }) => choose("language", target.value)}>
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
