// @vitest-environment happy-dom
/** The dialog that crops an image, with a canvas that encodes when the test says so. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ImageCrop } from "../../react/account/image-crop.tsx"
import { KeystileProvider } from "../../react/index.ts"
import { account } from "../../react/messages/english/account.ts"
import { render, settle } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

const IMAGE = { width: 600, height: 600, close: () => {} }

let encodings: Array<() => void> = []

beforeEach(() => {
  encodings = []
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) => {
    encodings.push(() => done(new Blob(["jpeg"], { type: type ?? "" })))
  })
})
afterEach(() => vi.restoreAllMocks())

const open = async () => {
  const onSave = vi.fn<(dataUrl: string) => void>()
  const onClose = vi.fn<() => void>()
  const { runtime } = scriptedService()
  const page = await render(
    <KeystileProvider runtime={runtime}>
      <ImageCrop image={IMAGE} pending={false} error={null} waiting={null} onSave={onSave} onClose={onClose} />
    </KeystileProvider>
  )
  const button = (name: string) => {
    const found = Array.from(page.container.querySelectorAll("button")).find(({ textContent }) => textContent === name)
    if (found === undefined) throw new Error(`There is no button ${name}`)
    return found
  }
  await vi.waitFor(() => button(account.save))
  const press = (name: string) => settle(() => button(name).click())
  const encode = () => settle(() => encodings.shift()?.())
  return { button, encode, onClose, onSave, press }
}

describe("The dialog that crops an image", () => {
  it("has a busy button while the image is encoded, and then saves it once", async () => {
    const { button, encode, onSave, press } = await open()
    await press(account.save)
    expect(button(account.save).getAttribute("aria-busy")).toBe("true")
    await press(account.save)
    expect(encodings).toHaveLength(1)
    await encode()
    await vi.waitFor(() => expect(onSave).toHaveBeenCalledOnce())
    expect(onSave.mock.lastCall?.[0]).toMatch(/^data:image\/jpeg/)
    expect(button(account.save).getAttribute("aria-busy")).toBeNull()
  })

  it("saves nothing after a cancel during the encoding", async () => {
    const { encode, onClose, onSave, press } = await open()
    const read = vi.spyOn(FileReader.prototype, "readAsDataURL")
    await press(account.save)
    await press("Cancel")
    expect(onClose).toHaveBeenCalledOnce()
    await encode()
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
    const reader = read.mock.contexts[0]
    await vi.waitFor(() => expect(reader).toHaveProperty("result", expect.stringMatching(/^data:image\/jpeg/)))
    await settle()
    expect(onSave).not.toHaveBeenCalled()
  })
})
