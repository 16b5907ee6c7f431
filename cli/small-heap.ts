/**
 * Keeps the heap small: the command runs all day beside an editor, a browser and a bundler.
 *
 * Left alone, V8 gives new objects up to 128 MB after some thousand requests and looks through the older ones when there
 * are twice as many. Both settings are read each time the heap would grow, so they hold from here on; until the service
 * listens, growing freely is quicker. They are the process's own, which is why the service itself does not touch them.
 */
import { setFlagsFromString } from "node:v8"

export const keepHeapSmall = (): void => {
  setFlagsFromString("--semi-space-growth-factor=1")
  setFlagsFromString("--heap-growing-percent=30")
}
