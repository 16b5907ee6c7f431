/** The generated pages of the wire's description. `npx vitest run --project node test/wire -u` writes them. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { apiDocument } from "../../service/tools/api-document/document.ts"
import { ApiDocument, endpointsPage, errorsPage } from "./reference.ts"

describe("the description of the wire", () => {
  it("lists every endpoint as the API document has it", async () => {
    const document = Schema.decodeUnknownSync(ApiDocument)(apiDocument("all"))
    await expect(await endpointsPage(document)).toMatchFileSnapshot("../../docs/wire/endpoints.md")
  })

  it("lists every known error", async () => {
    await expect(await errorsPage()).toMatchFileSnapshot("../../docs/wire/errors.md")
  })
})
