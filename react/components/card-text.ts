/** The id of the text below a card's title. It describes the field that has the focus when the card is shown. */
import { createContext } from "react"

export const CardTextContext = createContext<string | undefined>(undefined)
