// @ts-check
// Where the steps of `npm test` leave what they found out.

import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const reports = fileURLToPath(new URL("../node_modules/.cache/keystile", import.meta.url))

/** What services answered during those tests. */
export const answersFolder = join(reports, "answers")
