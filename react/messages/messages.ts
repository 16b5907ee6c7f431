/** How components reach their texts. */
import { createContext, useContext } from "react"
import { english, type Messages } from "./english.ts"

export const MessagesContext = createContext<Messages>(english)

/** The texts, with the provider's own ones in place. */
export const useMessages = (): Messages => useContext(MessagesContext)

/** A text with its number in place. */
export const withCount = (text: string, count: number): string => text.replace("{count}", String(count))
