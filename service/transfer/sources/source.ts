/** Reads a file by the name of its format. */
import type { Items } from "../item.ts"
import type { SourceName } from "../source-name.ts"
import { readKeystile } from "./keystile.ts"

/** Returns the items of a file. */
export const readSource = (name: SourceName, path: string): Items => {
  switch (name) {
    case "keystile":
      return readKeystile(path)
  }
}
