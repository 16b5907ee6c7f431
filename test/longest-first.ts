import { basename } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The test files that take longest, by their names without `.test.ts`. */
const longest = ["screens", "account", "teams", "auth", "gallery", "crashes", "dev", "recordings", "documentation"]

/** Starts the longest test files first, so that no worker runs one while the others have finished. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.includes(basename(moduleId).replace(/\.test\.tsx?$/, ""))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
