/** The tabs of pages, which have URLs of their own, for the command palette. */
import type { Tab } from "../components/page-tabs.tsx"
import { mailTabs } from "../mail/mail-tabs.ts"
import { projectPageTitles } from "../route/project-page-names.ts"
import { settingsTabs } from "../settings/settings-tabs.ts"

interface PartOfPage {
  /** The path after the project. */
  readonly path: ReadonlyArray<string>
  /** `Settings: Domains`. */
  readonly title: string
  /** Further words by which it is found. */
  readonly words: string
}

const partsOf = (page: "mail" | "settings", tabs: ReadonlyArray<Tab>): ReadonlyArray<PartOfPage> =>
  tabs.map(({ name, title, words = "" }) => ({
    path: [page, name],
    title: `${projectPageTitles[page]}: ${title}`,
    words
  }))

export const partsOfPages: ReadonlyArray<PartOfPage> = [
  ...partsOf("settings", settingsTabs),
  ...partsOf("mail", mailTabs)
]
