/** The user of the account settings. */
import { createContext, useContext } from "react"
import type { User } from "../../core/schema/user.ts"

export const AccountUserContext = createContext<User | null>(null)

/** Returns the last known user. It stays while a session that ended in another tab is replaced. */
export const useAccountUser = (): User => {
  const user = useContext(AccountUserContext)
  if (user === null) throw new Error("Render this component inside <AccountSettings>.")
  return user
}
