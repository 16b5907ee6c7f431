/** Marks the team that the user leaves, so that its page shows a skeleton until the list is read. */
import { createContext, type Dispatch, type SetStateAction } from "react"

/** Sets the id of the team that is being left; `null` afterwards. */
export const LeavingTeamContext = createContext<Dispatch<SetStateAction<string | null>>>(() => {})
