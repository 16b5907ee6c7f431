/** How components reach their texts. */
import { createContext, useContext } from "react"
import type { MessageOverrides, Messages, MessagesOf } from "./english.ts"
import { forms } from "./english/forms.ts"

/** The provider's own texts. */
export const MessagesContext = createContext<MessageOverrides>({})

type Group = Readonly<Record<string, string>>

const known = new WeakMap<MessageOverrides, Map<Group, unknown>>()

/** The texts of a group, with the provider's own ones in place. Without a group, those of sign-in and sign-up. */
export function useMessages(): Messages
export function useMessages<G extends Group>(group: G): MessagesOf<G>
export function useMessages(group: Group = forms): unknown {
  const overrides = useContext(MessagesContext)
  const groups = known.get(overrides) ?? new Map<Group, unknown>()
  known.set(overrides, groups)
  const texts = groups.get(group) ?? withOverrides(group, overrides)
  groups.set(group, texts)
  return texts
}

const withOverrides = (group: Group, overrides: MessageOverrides): Group =>
  Object.fromEntries(
    Object.entries(group).map(([key, text]) => [key, Reflect.get(overrides, key) ?? text])
  )
