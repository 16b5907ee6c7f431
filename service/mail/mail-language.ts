/**
 * The language of a mail: that of its recipient, else that of the request that causes it, else that of the project,
 * else English.
 */
import { Context, Effect } from "effect"
import { nearestLocale } from "../../core/schema/nearest-locale.ts"
import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"
import type { ProjectRecord } from "../sql/records/project-record.ts"

/**
 * The header `Accept-Language` of a request of a user's own device. `null` outside of requests, and in requests of
 * servers and administrators, whose language is not that of the user.
 */
export const RequestedLanguages = Context.Reference<string | null>("keystile/service/RequestedLanguages", {
  defaultValue: () => null
})

/** The part of a header that is read: any client can send a long one. */
const MAX_HEADER = 500
const MAX_RANGES = 20

/**
 * Returns the supported language that a header `Accept-Language` prefers (RFC 9110, section 12.5.4). `null` if it names
 * none.
 */
export const preferredLanguage = (header: string | null): SupportedLanguage | null => {
  if (header === null) return null
  const ranges = header
    .slice(0, MAX_HEADER)
    .split(",", MAX_RANGES)
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim())
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of ranges) {
    const name = nearestSupported(tag)
    if (name !== null) return name
  }
  return null
}

const nearestSupported = (tag: string): SupportedLanguage | null => {
  try {
    return nearestLocale(supportedLanguages, tag) ?? null
  } catch {
    // Not a tag, e.g. `*`.
    return null
  }
}

/** Returns a stored language. `null` for one that another version has stored and this one does not have. */
export const supportedLanguage = (name: string | null): SupportedLanguage | null =>
  supportedLanguages.find((one) => one === name) ?? null

/** Returns the language of the current request; `null` if it names none. */
export const requestedLanguage: Effect.Effect<SupportedLanguage | null> = Effect.map(
  RequestedLanguages,
  preferredLanguage
)

type Languages = Pick<ProjectRecord, "mailLanguage" | "translateMails">

/** Returns the language of the project's own texts. */
export const projectLanguage = ({ mailLanguage }: Languages): SupportedLanguage =>
  supportedLanguage(mailLanguage) ?? "en-US"

/**
 * Returns the language of a mail.
 *
 * @param stored the language of the recipient; `null` if it is not known
 */
export const mailLanguage = Effect.fnUntraced(function* (project: Languages, stored: string | null) {
  const own = project.translateMails ? (supportedLanguage(stored) ?? (yield* requestedLanguage)) : null
  return own ?? projectLanguage(project)
})

/** Returns the direction of a language. */
export const directionOf = (language: SupportedLanguage): "ltr" | "rtl" => (language === "ar-001" ? "rtl" : "ltr")

/** Returns a language and then those of its other regions. Chinese is written differently in each. */
export const withRelatives = (language: SupportedLanguage): ReadonlyArray<SupportedLanguage> => {
  const prefix = language.slice(0, language.indexOf("-") + 1)
  const others = supportedLanguages.filter((name) => name !== language && name.startsWith(prefix))
  return prefix === "zh-" ? [language] : [language, ...others]
}
