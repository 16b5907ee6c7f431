/** The language of the mails to a user. It is saved by the choice. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import { useAnnounce } from "../components/announcements.tsx"
import { Problem } from "../components/problem.tsx"
import { problemOf } from "../components/problem-text.ts"
import { SelectField } from "../components/select-field.tsx"
import { languageOptions } from "../mail/language-names.ts"

/** Empty for a language that is not known. */
type Choice = SupportedLanguage | ""

export const LanguageField = ({ user: { id, language } }: { readonly user: ServerUser }) => {
  const [wanted, want] = useState<Choice | null>(null)
  const announce = useAnnounce()
  const refresh = useDashboardRefresh()
  const action = useAdminAction(({ users }, choice: Choice) =>
    users.update(id, { language: choice === "" ? null : choice })
  )
  const saved: Choice = supportedLanguages.find((one) => one === language) ?? ""
  const save = async (choice: Choice) => {
    if (wanted !== null) return
    want(choice)
    const exit = await action.run(choice)
    // The value of the service, which the user or another owner may have changed since.
    await refresh()
    want(null)
    if (Exit.isSuccess(exit)) announce("Language of mails saved")
  }
  return (
    <div>
      <SelectField
        label="Language of mails"
        value={wanted ?? saved}
        options={[["", "Not known: that of the project"], ...languageOptions]}
        onChange={(choice) => void save(choice)}
      />
      <Problem>{problemOf(action.error)}</Problem>
    </div>
  )
}
