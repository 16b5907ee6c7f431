/** The user's choices in this browser: language, color scheme and theme. Stored in local storage. */
import { useSyncExternalStore } from "react"
import type { LanguageName } from "keystile/react"

/** The languages of the screens, with their native names. */
export const languages = {
  "en-US": "English",
  "de-DE": "Deutsch",
  "es-ES": "Español",
  "es-419": "Español (Latinoamérica)",
  "fr-FR": "Français",
  "fr-CA": "Français (Canada)",
  "it-IT": "Italiano",
  "ja-JP": "日本語",
  "ko-KR": "한국어",
  "pl-PL": "Polski",
  "pt-BR": "Português (Brasil)",
  "pt-PT": "Português (Portugal)",
  "tr-TR": "Türkçe",
  "ar-001": "العربية",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文"
} satisfies Partial<Record<LanguageName, string>>

export const schemes = { auto: "As the system", light: "Light", dark: "Dark" }

/** `larkspur` is in styles.css. The others are in keystile/react/themes.css. */
export const themes = {
  larkspur: "Larkspur",
  verdigris: "Verdigris",
  harbour: "Harbour",
  terracotta: "Terracotta",
  plum: "Plum",
  ink: "Ink"
}

export interface Choices {
  readonly language: string
  readonly scheme: string
  readonly theme: string
}

const options = { language: languages, scheme: schemes, theme: themes }
const defaults: Choices = { language: "en-US", scheme: "auto", theme: "larkspur" }
const key = (name: keyof Choices) => `larkspur.${name}`

/** A browser may block storage. Then the choices last until the page is closed. */
const kept = (name: keyof Choices): string => {
  try {
    const value = localStorage.getItem(key(name))
    return value !== null && Object.hasOwn(options[name], value) ? value : defaults[name]
  } catch {
    return defaults[name]
  }
}

let choices: Choices = { language: kept("language"), scheme: kept("scheme"), theme: kept("theme") }
const listeners = new Set<() => void>()

/** Sets the two attributes that the style sheets read. */
export const showLook = () => {
  document.documentElement.dataset["ksScheme"] = choices.scheme
  document.documentElement.dataset["ksTheme"] = choices.theme
}

export const choose = (name: keyof Choices, value: string) => {
  choices = { ...choices, [name]: value }
  try {
    localStorage.setItem(key(name), value)
  } catch {
    // The choice lasts until the page is closed.
  }
  showLook()
  listeners.forEach((listener) => listener())
}

/** Switches between light and dark, from the scheme that is shown now. */
export const toggleScheme = () => {
  const isDark =
    choices.scheme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : choices.scheme === "dark"
  choose("scheme", isDark ? "light" : "dark")
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useChoices = (): Choices =>
  useSyncExternalStore(
    subscribe,
    () => choices,
    () => defaults
  )
