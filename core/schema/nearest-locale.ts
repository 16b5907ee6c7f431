/**
 * Returns the first of `locales` that fits a BCP 47 tag, by CLDR's likely subtags: `zh-HK` uses `zh-TW`, `pt` uses
 * `pt-BR`. Throws for a text that is not a tag.
 */
export const nearestLocale = <Locale extends string>(
  locales: ReadonlyArray<Locale>,
  tag: string
): Locale | undefined => {
  const { language, region, script } = new Intl.Locale(tag).maximize()
  const exact = language === "zh" && script === "Hant" ? "zh-TW" : `${language}-${region}`
  return locales.find((locale) => locale === exact) ?? locales.find((locale) => locale.startsWith(`${language}-`))
}
