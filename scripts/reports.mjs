// @ts-check
// Where the steps of `npm test` leave what they found out.

import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const reports = fileURLToPath(new URL("../node_modules/.cache/keystile", import.meta.url))

/** Of the tests that run in Node, as vitest writes it. */
export const nodeReport = join(reports, "node.json")

/** What services answered during those tests. */
export const answersFolder = join(reports, "answers")

/** Of the tests that drive Chromium. */
export const browserReport = join(reports, "browser.json")

/** What the tests that run in Node did with the SDK. */
export const usesFolder = join(reports, "uses")
