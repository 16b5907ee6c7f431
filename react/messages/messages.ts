/** How components reach their texts, and the language that these are in. */
import { createContext, use, useContext } from "react"
import { useOnServer } from "../runtime/on-server.ts"
import type { MessageOverrides, Messages, MessagesOf } from "./english.ts"
import { forms } from "./english/forms.ts"
import { plain, type Spoken } from "./language.ts"
import { Counted, type PluralForms } from "./template.ts"

/** Texts of an application's own. Those under a language's name hold for that language. */
export type ProviderMessages = MessageOverrides & { readonly [name in `${string}-${string}`]?: MessageOverrides }

/** What a provider says its texts are. */
export interface Words {
  readonly spoken: Spoken
  readonly overrides: ProviderMessages
}

export const MessagesContext = createContext<Words>({ spoken: plain, overrides: {} })

type Group = Readonly<Record<string, string>>

const known = new WeakMap<Spoken, WeakMap<ProviderMessages, Map<Group, unknown>>>()

/** Suspends until the texts of the language are here. */
const useWords = (): Words => {
  const { overrides, spoken } = useContext(MessagesContext)
  // Also when it is there: what suspended by a promise has to be told by that promise.
  return { overrides, spoken: spoken.loading === null ? spoken : use(spoken.loading) }
}

/**
 * The texts of a group, in the provider's language and with its own ones in place. Without a group, those of sign-in and
 * sign-up. Suspends while the language is loaded.
 */
export function useMessages(): Messages
export function useMessages<G extends Group>(group: G): MessagesOf<G>
export function useMessages(group: Group = forms): unknown {
  return textsOf(useWords(), group)
}

/** The same for what must not suspend: the texts are empty until the language is here. */
export function useMessagesOrBlank(): Messages
export function useMessagesOrBlank<G extends Group>(group: G): MessagesOf<G>
export function useMessagesOrBlank(group: Group = forms): unknown {
  const words = useContext(MessagesContext)
  if (useIsReady(words.spoken)) return textsOf(words, group)
  return Object.fromEntries(Object.keys(group).map((key) => [key, ""]))
}

/** A server may have loaded the language for somebody else: it says what a browser that has not yet will say. */
const useIsReady = ({ isReady, loading }: Spoken) => {
  const onServer = useOnServer()
  return loading === null || (isReady && !onServer)
}

const textsOf = (words: Words, group: Group) => {
  const { overrides, spoken } = words
  const byOverrides = known.get(spoken) ?? new WeakMap<ProviderMessages, Map<Group, unknown>>()
  known.set(spoken, byOverrides)
  const groups = byOverrides.get(overrides) ?? new Map<Group, unknown>()
  byOverrides.set(overrides, groups)
  const texts = groups.get(group) ?? inPlace(words, group)
  groups.set(group, texts)
  return texts
}

/** What stands in place of an English text, if anything does. */
const ownText = ({ overrides, spoken }: Words, key: string): string | PluralForms | undefined => {
  for (const texts of [Reflect.get(overrides, spoken.name), overrides, spoken.texts]) {
    if (typeof texts === "object" && texts !== null && Object.hasOwn(texts, key) && texts[key] !== undefined)
      return texts[key]
  }
  return undefined
}

const inPlace = (words: Words, group: Group) =>
  Object.fromEntries(
    Object.entries(group).map(([key, english]) => {
      const text = ownText(words, key) ?? words.spoken.disguise?.(key, english) ?? english
      return [key, typeof text === "string" ? text : new Counted(text, words.spoken.tag)]
    })
  )

/** An error that people are told about. */
export interface ToldError {
  readonly message: string
  readonly code?: unknown
  readonly _tag?: unknown
}

/** What an error says: by its code or its tag in the provider's language, else by its own message. */
export const useErrorText = (): ((error: ToldError) => string) => {
  const words = useWords()
  return ({ _tag, code, message }) => {
    const text = ownText(words, String(code)) ?? ownText(words, String(_tag))
    return typeof text === "string" ? text : message
  }
}

/** The language that the screens are in. */
export interface LanguageInUse {
  /** Its BCP 47 tag. */
  readonly tag: string
  readonly direction: "ltr" | "rtl"
}

/** The language that the screens are in: what `auto` came to, say. English until another one is loaded. */
export const useLanguage = (): LanguageInUse => {
  const { spoken } = useContext(MessagesContext)
  return useIsReady(spoken) ? spoken : plain
}

/** Attributes for the outermost element of a screen: none where nobody chose a language, since the page's hold. */
export const useLanguageAttributes = () => {
  const { spoken } = useContext(MessagesContext)
  return spoken === plain ? {} : { lang: spoken.tag, dir: spoken.direction }
}
