/**
 * The generated pages of `docs/wire`, which `npx vitest run --project node test/wire/reference.test.ts --update`
 * writes.
 */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { apiDocument } from "../../service/development/api-document/document.ts"
import { ApiDocument, endpointsPage, errorsPage } from "./reference.ts"

describe("the generated pages of docs/wire", () => {
  it("list every endpoint of the OpenAPI document", async () => {
    const document = Schema.decodeUnknownSync(ApiDocument)(apiDocument("all"))
    await expect(await endpointsPage(document)).toMatchFileSnapshot("../../docs/wire/endpoints.md")
  })

  it("list every known error", async () => {
    await expect(await errorsPage()).toMatchFileSnapshot("../../docs/wire/errors.md")
  })
})
