/** Names the browser and the operating system of a `User-Agent`, as far as users know them. */

/** The first match decides: most browsers also claim to be Chrome and Safari. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:CriOS|Chrome|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"]
]

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPad\b/, "iPadOS"],
  [/\b(?:iPhone|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"]
]

export interface ClientName {
  readonly browser: string | null
  readonly system: string | null
}

const firstOf = (table: ReadonlyArray<readonly [RegExp, string]>, text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null

const mobileSystems: ReadonlyArray<string | null> = ["iPadOS", "iOS", "Android"]

/** Returns whether the system is that of a phone or a tablet. */
export const isMobile = ({ system }: ClientName): boolean => mobileSystems.includes(system)

/** Returns the names; `null` for what is unknown. */
export const clientNameOf = (userAgent: string | null): ClientName => ({
  browser: userAgent === null ? null : firstOf(browsers, userAgent),
  system: userAgent === null ? null : firstOf(systems, userAgent)
})
