/** The team that the user is leaving: its page shows a skeleton once the list lacks the team. */
import { createContext } from "react"

/** Sets the id of the team that is being left; `null` afterwards. */
export const LeavingTeamContext = createContext<(teamId: string | null) => void>(() => {})
