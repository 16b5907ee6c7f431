/** Opens the file of a list, and reads parts of it. */
import { Data, Effect } from "effect"
import { open, stat } from "node:fs/promises"
import { errorCode } from "../process/error-code.ts"

/** The list cannot be used. Nothing has been started or changed. */
export class BreachedPasswordsUnusable extends Data.TaggedError("BreachedPasswordsUnusable")<{
  readonly path: string
  /** Continues the sentence "The list … cannot be used: …". */
  readonly problem: string
}> {
  override get message(): string {
    return `The list of breached passwords ${this.path} cannot be used: ${this.problem}`
  }
}

/** A read failed, or the file is shorter than when it was opened. */
export class ListUnreadable extends Data.TaggedError("ListUnreadable")<{ readonly problem: string }> {}

export interface ListFile {
  /** In bytes, at the time of the opening. */
  readonly size: number
  /** Returns the bytes from an offset, as Latin-1 text. It is shorter than `length` only at the end of the file. */
  readonly read: (offset: number, length: number) => Effect.Effect<string, ListUnreadable>
}

const unreadable = (cause: unknown) => `it cannot be read (${errorCode(cause) ?? "unknown error"}).`

const problems: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist. Check the path.",
  EACCES: "this user may not read it. Change its permissions."
}

/** Opens a file, which is closed with the scope. A file that is deleted or replaced meanwhile stays readable. */
export const openList = Effect.fnUntraced(function* (path: string) {
  const unusable = (cause: unknown) =>
    new BreachedPasswordsUnusable({ path, problem: problems[errorCode(cause) ?? ""] ?? unreadable(cause) })
  // Before the file is opened, which blocks until there is a writer if the path is a pipe.
  const found = yield* Effect.tryPromise({ try: () => stat(path), catch: unusable })
  if (!found.isFile()) {
    const problem = found.isDirectory() ? "it is a folder. Name a file in it." : "it is not a regular file."
    return yield* new BreachedPasswordsUnusable({ path, problem })
  }
  const handle = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => open(path, "r"), catch: unusable }),
    (handle) => Effect.promise(() => handle.close().catch(() => {}))
  )
  const { size } = yield* Effect.tryPromise({ try: () => handle.stat(), catch: unusable })
  const file: ListFile = {
    size,
    read: Effect.fnUntraced(function* (offset, length) {
      const buffer = Buffer.alloc(Math.min(length, size - offset))
      let filled = 0
      while (filled < buffer.length) {
        const { bytesRead } = yield* Effect.tryPromise({
          try: () => handle.read(buffer, filled, buffer.length - filled, offset + filled),
          catch: (cause) => new ListUnreadable({ problem: unreadable(cause) })
        })
        if (bytesRead === 0) return yield* new ListUnreadable({ problem: "it is shorter than at the start." })
        filled += bytesRead
      }
      return buffer.toString("latin1")
    })
  }
  return file
})
