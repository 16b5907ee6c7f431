/** The files that derive from `look/`. `npm run look` writes them. */
import { describe, expect, it } from "vitest"
import { palette, providerRegistry, providersCss, styleSheet } from "./derive-files.ts"

describe("the files that derive from look/", () => {
  it("have the colors of provider buttons", async () => {
    await expect(await providersCss()).toMatchFileSnapshot("../../look/providers.css")
  })

  it("have the colors of mails", async () => {
    await expect(await palette()).toMatchFileSnapshot("../../look/palette.ts")
  })

  it("have the tokens and the colors of providers as a text", async () => {
    await expect(await styleSheet()).toMatchFileSnapshot("../../look/style-sheet.ts")
  })

  it("list the service's definition of each provider", async () => {
    await expect(await providerRegistry()).toMatchFileSnapshot("../../service/providers/providers.ts")
  })
})
