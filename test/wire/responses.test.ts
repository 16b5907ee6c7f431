/**
 * The project `wire` runs after the others. It compares the responses that services gave during them with the contract.
 * `npm test -- node wire` runs it alone.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { endpoints } from "../../core/api/endpoints.ts"
import { commonErrors } from "../../core/errors/common-errors.ts"
import { type RecordedResponse, coverage } from "./coverage.ts"
import { impossible } from "./impossible-errors.ts"

const folder = process.env["KEYSTILE_RESPONSES"] ?? ""

/** The lines that `record-responses.ts` wrote. */
const readResponses = (): ReadonlyArray<RecordedResponse> =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  )

it("the other tests meet every endpoint in each of its tiers, and every error that it declares", () => {
  const commonCodes = commonErrors.map(({ code }) => code)
  const { gaps, rows } = coverage({ endpoints, commonCodes, responses: readResponses(), impossible })
  expect(rows).not.toHaveLength(0)
  expect(gaps).toEqual([])
})
