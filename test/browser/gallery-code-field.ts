/** Tests the code field: typing, pasting, composition, errors. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import type { OpenGallery } from "./gallery-fixture.ts"

export const galleryCodeField = (gallery: OpenGallery) => {
  const letters = (page: Page) => page.locator("[data-item=Code]").getByRole("textbox")
  const digits = (page: Page) => page.getByLabel("Code from your authenticator app")
  const slotsOf = (page: Page, item: string) =>
    page
      .locator(`[data-item="${item}"] .ks-code-slot`)
      .allTextContents()
      .then((texts) => texts.join("|"))
  const done = (page: Page) => page.locator("[data-item=Code] output").textContent()
  const paste = async (page: Page, text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await page.keyboard.press("ControlOrMeta+v")
  }
  const press = async (page: Page, ...keys: ReadonlyArray<string>) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const clipboard = { permissions: ["clipboard-read", "clipboard-write"] }

  it("fills its slots, converts to capitals, and submits after the last character", () =>
    gallery("only=sign-in", async (page) => {
      await letters(page).focus()
      await page.keyboard.type("k7-q 2")
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|2||")
      expect(await done(page)).toBe("")
      await page.keyboard.type("xz")
      expect(await done(page)).toBe("K7Q2XZ")
      await page.keyboard.press("Backspace")
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|2|X|")
    }))

  it("accepts pasted spaces, dashes, full-width characters and too many characters", () =>
    gallery(
      "only=sign-in",
      async (page) => {
        await letters(page).focus()
        await paste(page, " ｋ７ｑ－２ｘｚ99 ")
        expect(await slotsOf(page, "Code")).toBe("K|7|Q|2|X|Z")
        expect(await done(page)).toBe("K7Q2XZ")
        await digits(page).focus()
        await paste(page, "Your code: １２３ ٤٥٦")
        expect(await slotsOf(page, "Second factor")).toBe("1|2|3|4|5|6")
      },
      clipboard
    ))

  it("rejects letters when only digits are allowed, and sets the input mode", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("a1b2<3")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|3|||")
      const attributes = (name: string) => digits(page).getAttribute(name)
      expect(await attributes("autocomplete")).toBe("one-time-code")
      expect(await attributes("inputmode")).toBe("numeric")
      expect(await letters(page).getAttribute("inputmode")).toBe("text")
    }))

  it("shows the focus at one slot", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      const outlined = page
        .locator("[data-item='Second factor'] :is(.ks-code-slot, input)")
        .evaluateAll((elements) =>
          elements.flatMap((element, at) => (getComputedStyle(element).outlineStyle === "none" ? [] : [at]))
        )
      expect(await outlined).toEqual([0])
    }))

  it("can have another length", () =>
    gallery("only=controls", async (page) => {
      await page.getByLabel("Four digits").focus()
      await page.keyboard.type("1234")
      expect(await slotsOf(page, "Four digits")).toBe("1|2|3|4")
    }))

  it("replaces a character in the middle and moves to the next", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("1234")
      await press(page, "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("98")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|9|8||")
      await letters(page).focus()
      await page.keyboard.type("k7q2")
      await press(page, "Home", "ArrowRight")
      await page.keyboard.type("xy")
      expect(await slotsOf(page, "Code")).toBe("K|X|Y|2||")
    }))

  it("keeps the character in the middle when an invalid key is pressed", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("1234")
      await press(page, "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("xY -")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|3|4||")
      await page.keyboard.type("9")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|9|4||")
    }))

  it("is correct for input faster than the browser's selection events", () =>
    gallery("only=sign-in", async (page) => {
      await page.evaluate(() =>
        addEventListener("selectionchange", (event) => event.isTrusted && event.stopImmediatePropagation(), true)
      )
      await digits(page).focus()
      await page.keyboard.type("1234")
      await press(page, "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("98")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|9|8||")
      await press(page, "ArrowLeft", "ArrowLeft", "Backspace", "Backspace")
      expect(await slotsOf(page, "Second factor")).toBe("1|8||||")
      await page.keyboard.type("567890")
      expect(await slotsOf(page, "Second factor")).toBe("5|6|7|8|9|0")
      await press(page, "Home", "ArrowRight", "End", "ArrowRight", "ArrowLeft")
      await page.keyboard.type("1")
      expect(await slotsOf(page, "Second factor")).toBe("5|6|7|8|1|0")
      await press(page, "ControlOrMeta+a", "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("2")
      await press(page, "ControlOrMeta+a", "ArrowRight")
      await page.keyboard.type("3")
      expect(await slotsOf(page, "Second factor")).toBe("2|6|7|8|1|3")
    }))

  it("accepts composed input once, and shows it during the composition", () =>
    gallery("only=sign-in", async (page) => {
      const keyboard = await page.context().newCDPSession(page)
      const compose = (text: string) =>
        keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length })
      await letters(page).focus()
      for (const [text, shown] of [
        ["k", "K|||||"],
        ["k7", "K|7||||"],
        ["k7q", "K|7|Q|||"]
      ] as const) {
        await compose(text)
        expect(await slotsOf(page, "Code")).toBe(shown)
      }
      await keyboard.send("Input.insertText", { text: "k7q" })
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|||")
      expect(await letters(page).inputValue()).toBe("K7Q")
      await page.keyboard.type("2x")
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|2|X|")
      await compose("m")
      await expect.poll(() => done(page)).toBe("K7Q2XM")
      await digits(page).focus()
      for (const text of ["\uff12", "\uff12\uff13"]) await compose(text)
      await keyboard.send("Input.insertText", { text: "\uff12\uff13" })
      await page.keyboard.type("4")
      expect(await slotsOf(page, "Second factor")).toBe("2|3|4|||")
    }))

  it("accepts a whole code in one event, as phones fill it in, in place of what was typed", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.insertText("123 456")
      await expect.poll(() => slotsOf(page, "Second factor")).toBe("1|2|3|4|5|6")
      // As password managers do: without a key, and without the selection of the field.
      await digits(page).evaluate((input) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "65432")
        input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }))
      })
      await expect.poll(() => slotsOf(page, "Second factor")).toBe("6|5|4|3|2|")
      await page.keyboard.insertText("1")
      await expect.poll(() => slotsOf(page, "Second factor")).toBe("6|5|4|3|2|1")
    }))

  it("deletes and replaces by an on-screen keyboard, whose keys have no names", () =>
    gallery("only=sign-in", async (page) => {
      const edit = (command: "delete" | "insertText", text = "") =>
        digits(page).evaluate(
          (input, [command = "", text = ""]) => {
            input.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, key: "Unidentified" }))
            document.execCommand(command, false, text)
          },
          [command, text]
        )
      await digits(page).focus()
      await page.keyboard.insertText("1234")
      await edit("delete")
      await expect.poll(() => slotsOf(page, "Second factor")).toBe("1|2|3|||")
      // A tap sets the caret.
      await digits(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1))
      await edit("insertText", "9")
      await expect.poll(() => slotsOf(page, "Second factor")).toBe("1|9|3|||")
      await edit("delete")
      await expect.poll(() => slotsOf(page, "Second factor")).toBe("1|9||||")
    }))

  it("reads from left to right in every language", () =>
    gallery("only=sign-in&dir=rtl", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("12")
      const slots = page.locator("[data-item='Second factor'] .ks-code-slot")
      const [first, second] = [await slots.nth(0).boundingBox(), await slots.nth(1).boundingBox()]
      expect(first?.x).toBeLessThan(second?.x ?? 0)
      expect(await slotsOf(page, "Second factor")).toBe("1|2||||")
    }))

  it("is cleared when the code is rejected, keeps the focus, and shows the error", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("123456")
      await page.getByRole("button", { name: "Verify" }).click()
      await page.getByRole("alert").filter({ hasText: "Invalid TOTP code" }).waitFor()
      expect(await slotsOf(page, "Second factor")).toBe("|||||")
      await expect.poll(() => digits(page).evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await digits(page).getAttribute("aria-invalid")).toBe("true")
      expect(await page.getByRole("button", { name: "Verify" }).isDisabled()).toBe(true)
      await page.keyboard.type("1")
      expect(await slotsOf(page, "Second factor")).toBe("1|||||")
    }))
}
