/** Whose settings are shown. */
import { createContext, useContext } from "react"
import type { User } from "../../core/schema/user.ts"

export const AccountUserContext = createContext<User | null>(null)

/** The user as they were known last: they stay while a session that ended elsewhere is renewed. */
export const useAccountUser = (): User => {
  const user = useContext(AccountUserContext)
  if (user === null) throw new Error("This is a part of <AccountSettings>.")
  return user
}
