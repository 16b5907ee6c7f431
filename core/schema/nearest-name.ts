/**
 * Returns the first of `names` that fits a BCP 47 tag, by CLDR's likely subtags: `zh-HK` uses `zh-TW`, `pt` uses
 * `pt-BR`. Throws for a text that is not a tag.
 */
export const nearestName = <Name extends string>(names: ReadonlyArray<Name>, tag: string): Name | undefined => {
  const { language, region, script } = new Intl.Locale(tag).maximize()
  const exact = language === "zh" && script === "Hant" ? "zh-TW" : `${language}-${region}`
  return names.find((name) => name === exact) ?? names.find((name) => name.startsWith(`${language}-`))
}
