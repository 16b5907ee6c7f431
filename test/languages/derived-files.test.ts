/** The lists of languages in other folders. `npm run languages` writes them. */
import { describe, expect, it } from "vitest"
import { englishNames, languageList, mailTexts, ownNames, screenTexts } from "./derive-files.ts"

describe("the lists of languages", () => {
  it("name each language that has texts of the screens", async () => {
    await expect(await languageList()).toMatchFileSnapshot("../../core/schema/supported-languages.ts")
  })

  it("name the texts of the screens in each language", async () => {
    await expect(await screenTexts()).toMatchFileSnapshot("../../react/messages/language-files.ts")
  })

  it("name the texts of the mails in each language", async () => {
    await expect(await mailTexts()).toMatchFileSnapshot("../../service/mail/texts/texts-of.ts")
  })

  it("have the English name of each language for the console", async () => {
    await expect(await englishNames()).toMatchFileSnapshot("../../console/mail/language-names.ts")
  })

  it("have the own name of each language for the gallery", async () => {
    await expect(await ownNames()).toMatchFileSnapshot("../../examples/gallery/src/language-names.ts")
  })
})
