/** The texts of components, in the provider's language. */
import { createContext, use, useContext } from "react"
import { useOnServer } from "../runtime/on-server.ts"
import type { MessageOverrides, Messages, MessagesOf } from "./english.ts"
import { forms } from "./english/forms.ts"
import { englishLocale, type Locale } from "./language.ts"
import { PluralTemplate, type PluralForms } from "./template.ts"

/** Texts of the application. Texts under the name of a language apply to that language. */
export type ProviderMessages = MessageOverrides & { readonly [name in `${string}-${string}`]?: MessageOverrides }

/** The sources of a provider's texts. */
export interface TextSource {
  readonly locale: Locale
  readonly overrides: ProviderMessages
}

export const MessagesContext = createContext<TextSource>({ locale: englishLocale, overrides: {} })

type Group = Readonly<Record<string, string>>

const known = new WeakMap<Locale, WeakMap<ProviderMessages, Map<Group, unknown>>>()

/** Suspends until the language is loaded. */
const useTextSource = (): TextSource => {
  const { overrides, locale } = useContext(MessagesContext)
  // Also for a resolved promise: `use` must get the promise that it suspended with.
  return { overrides, locale: locale.loading === null ? locale : use(locale.loading) }
}

/**
 * Returns the texts of a group in the provider's language, with the application's overrides. Default group: sign-in
 * and sign-up. Suspends until the language is loaded.
 */
export function useMessages(): Messages
export function useMessages<G extends Group>(group: G): MessagesOf<G>
export function useMessages(group: Group = forms): unknown {
  return textsOf(useTextSource(), group)
}

/** Same as `useMessages`, without suspending: the texts are empty until the language is loaded. */
export function useMessagesOrBlank(): Messages
export function useMessagesOrBlank<G extends Group>(group: G): MessagesOf<G>
export function useMessagesOrBlank(group: Group = forms): unknown {
  const source = useContext(MessagesContext)
  if (useIsReady(source.locale)) return textsOf(source, group)
  return Object.fromEntries(Object.keys(group).map((key) => [key, ""]))
}

/** On a server the language may be loaded already, in the browser not yet: both have to render the same. */
export const useIsReady = ({ isReady, loading }: Locale) => {
  const onServer = useOnServer()
  return loading === null || (isReady && !onServer)
}

const textsOf = (source: TextSource, group: Group) => {
  const { overrides, locale } = source
  const byOverrides = known.get(locale) ?? new WeakMap<ProviderMessages, Map<Group, unknown>>()
  known.set(locale, byOverrides)
  const groups = byOverrides.get(overrides) ?? new Map<Group, unknown>()
  byOverrides.set(overrides, groups)
  const texts = groups.get(group) ?? inPlace(source, group)
  groups.set(group, texts)
  return texts
}

/** Returns the text that overrides an English one. */
const ownText = ({ overrides, locale }: TextSource, key: string): string | PluralForms | undefined => {
  for (const texts of [Reflect.get(overrides, locale.name), overrides, locale.texts]) {
    if (typeof texts === "object" && texts !== null && Object.hasOwn(texts, key) && texts[key] !== undefined)
      return texts[key]
  }
  return undefined
}

const isEmpty = (texts: object) => Object.keys(texts).length === 0

const inPlace = (source: TextSource, group: Group) => {
  const { pseudoTranslate, tag, texts } = source.locale
  // English without overrides, as on most first paints.
  if (pseudoTranslate === undefined && isEmpty(texts) && isEmpty(source.overrides)) return group
  return Object.fromEntries(
    Object.entries(group).map(([key, english]) => {
      const text = ownText(source, key) ?? pseudoTranslate?.(key, english) ?? english
      return [key, typeof text === "string" ? text : new PluralTemplate(text, tag)]
    })
  )
}

/** An error to show to the user. */
export interface DisplayedError {
  readonly message: string
  readonly code?: unknown
  readonly _tag?: unknown
}

/**
 * Returns a function that returns an error's text: by its code or tag in the provider's language, else its message.
 */
export const useErrorText = (): ((error: DisplayedError) => string) => {
  const source = useTextSource()
  return ({ _tag, code, message }) => {
    const text = ownText(source, String(code)) ?? ownText(source, String(_tag))
    return typeof text === "string" ? text : message
  }
}

/** The language of the screens. */
export interface LanguageInUse {
  /** BCP 47 tag. */
  readonly tag: string
  /** The writing direction. */
  readonly direction: "ltr" | "rtl"
}

/** Returns the language of the screens, e.g. the one that `auto` selected. English until another one is loaded. */
export const useLanguage = (): LanguageInUse => {
  const { locale } = useContext(MessagesContext)
  return useIsReady(locale) ? locale : englishLocale
}

/** Returns the language attributes of a screen's root element: none if no language is set, since the page's apply. */
export const useLanguageAttributes = () => {
  const { locale } = useContext(MessagesContext)
  return locale === englishLocale ? {} : { lang: locale.tag, dir: locale.direction }
}
