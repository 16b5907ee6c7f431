/** Marks the teams that the user leaves, so that their pages show a skeleton until the list is read. */
import { createContext, type Dispatch, type SetStateAction } from "react"

/** Sets the ids of the teams that are being left. */
export const LeavingTeamsContext = createContext<Dispatch<SetStateAction<ReadonlySet<string>>>>(() => {})
