/** How a cropped image becomes a JPEG that is small enough to be stored. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { jpegOf, wholeView } from "../../react/account/crop.ts"

const IMAGE = { width: 600, height: 600, close: () => {} }

/** Replaces the browser's canvas by one whose images have these sizes in bytes, one after the other. */
const withImagesOf = (sizes: ReadonlyArray<number>, type = "image/jpeg") => {
  const made: Array<{ readonly side: number; readonly quality: number }> = []
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => null,
    toBlob(done: (blob: Blob) => void, _type: string, quality: number) {
      const size = sizes[made.length] ?? 0
      made.push({ side: this.width, quality })
      done(new Blob([new Uint8Array(size)], { type }))
    }
  }
  vi.stubGlobal("document", { createElement: () => canvas })
  vi.stubGlobal(
    "FileReader",
    class extends EventTarget {
      result = ""
      readAsDataURL(blob: Blob) {
        this.result = `data:${blob.type},${blob.size}`
        this.dispatchEvent(new Event("loadend"))
      }
    }
  )
  return made
}

describe("A cropped image", () => {
  afterEach(() => vi.unstubAllGlobals())

  it("is a JPEG of at most 100,000 bytes", async () => {
    const made = withImagesOf([100_000])
    expect(await jpegOf(IMAGE, wholeView(IMAGE))).toBe("data:image/jpeg,100000")
    expect(made).toEqual([{ side: 512, quality: 0.9 }])
  })

  it("is made again with a lower quality, then smaller, while it has more bytes", async () => {
    const made = withImagesOf([900_000, 100_001, 99_999])
    expect(await jpegOf(IMAGE, wholeView(IMAGE))).toBe("data:image/jpeg,99999")
    expect(made).toEqual([
      { side: 512, quality: 0.9 },
      { side: 512, quality: 0.8 },
      { side: 384, quality: 0.8 }
    ])
  })

  it("is none where the browser cannot make it small enough, or makes no JPEG", async () => {
    withImagesOf(Array.from({ length: 6 }, () => 100_001))
    expect(await jpegOf(IMAGE, wholeView(IMAGE))).toBeNull()
    withImagesOf(
      Array.from({ length: 6 }, () => 10),
      "image/png"
    )
    expect(await jpegOf(IMAGE, wholeView(IMAGE))).toBeNull()
  })
})
