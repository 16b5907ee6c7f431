/** Measures how far the edges of a card move between its first paint and rest, also when its nodes are replaced. */
import type { Page } from "playwright-core"

/** Notes where the edges of the card, its title and the links below it are in each frame. Runs in the page. */
const watchMoves = () => {
  const frames: Array<Readonly<Record<string, number>>> = []
  Object.assign(globalThis, { cardFrames: frames })
  const note = () => {
    // React hides a card whose content suspends, and shows another one meanwhile.
    const cards = Array.from(document.querySelectorAll<HTMLElement>(".ks-card"))
    const card = cards.find((card) => card.getClientRects().length > 0)
    if (card !== undefined) {
      const { bottom, left, top, width } = card.getBoundingClientRect()
      const title = card.querySelector(".ks-title, [data-shape=title]")?.getBoundingClientRect().top ?? 0
      const links = document.querySelector(".ks-page-footer")?.getBoundingClientRect().top ?? 0
      // The lower edge of a skeleton of unknown length is transparent, and the links below it are hidden.
      const isOpen = card.dataset["open"] !== undefined
      frames.push({ left, top, width, title: Math.round(title), ...(!isOpen && { bottom, links }) })
    }
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

/** Delays the code and the project of a page, so that they arrive one after another, and records its card. */
export const recordMoves = async (page: Page): Promise<void> => {
  await page.addInitScript(watchMoves)
  await page.route(/\.js$|projects\/current/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response })
  })
}

/** In CSS pixels. */
const TOLERANCE = 4

export interface MoveRecording {
  /** The number of frames that were recorded. */
  readonly frames: number
  /** The edges that moved by more than four pixels, each with its distance. */
  readonly moved: ReadonlyArray<readonly [edge: string, distance: number]>
}

/** Returns the moves of the page since it was opened, once it is at rest. */
export const movesOf = async (page: Page): Promise<MoveRecording> => {
  await page.waitForLoadState("networkidle")
  const frames = await page.evaluate((): ReadonlyArray<Record<string, number>> => Reflect.get(globalThis, "cardFrames"))
  const moves = Object.keys(frames.at(-1) ?? {}).map((edge) => {
    const positions = frames.flatMap((frame) => frame[edge] ?? [])
    return [edge, Math.max(...positions) - Math.min(...positions)] as const
  })
  return { frames: frames.length, moved: moves.filter(([, move]) => move > TOLERANCE) }
}
