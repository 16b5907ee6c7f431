/** Views of an image, and the encoding of a cropped one as a JPEG within the size limit. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { clampView, jpegOf, wholeView } from "../../react/account/crop.ts"

const IMAGE = { width: 600, height: 600, close: () => {} }

/** Replaces the browser's canvas. Its images have these sizes in bytes, in order. */
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

  it("is encoded again with a lower quality, then smaller, while it exceeds the limit", async () => {
    const made = withImagesOf([900_000, 100_001, 99_999])
    expect(await jpegOf(IMAGE, wholeView(IMAGE))).toBe("data:image/jpeg,99999")
    expect(made).toEqual([
      { side: 512, quality: 0.9 },
      { side: 512, quality: 0.8 },
      { side: 384, quality: 0.8 }
    ])
  })

  it("is null if it cannot be made small enough or the browser does not encode JPEG", async () => {
    withImagesOf(Array.from({ length: 6 }, () => 100_001))
    expect(await jpegOf(IMAGE, wholeView(IMAGE))).toBeNull()
    withImagesOf(
      Array.from({ length: 6 }, () => 10),
      "image/png"
    )
    expect(await jpegOf(IMAGE, wholeView(IMAGE))).toBeNull()
  })
})

describe("The view of an image", () => {
  const wide = { width: 800, height: 400 }

  it("zooms from 1 to 4 times", () => {
    expect(clampView(wide, { x: 400, y: 200, zoom: 9 }).zoom).toBe(4)
    expect(clampView(wide, { x: 400, y: 200, zoom: 0.2 }).zoom).toBe(1)
  })

  it("stays inside of the image", () => {
    expect(clampView(wide, { x: -50, y: 900, zoom: 1 })).toEqual({ x: 200, y: 200, zoom: 1 })
    expect(clampView(wide, { x: 900, y: -50, zoom: 4 })).toEqual({ x: 750, y: 50, zoom: 4 })
  })
})
