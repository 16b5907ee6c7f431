/** Frameworks check by its type that the result of a server function is plain JSON: a snapshot is, member by member. */
import { expectTypeOf, it } from "vitest"
import type { Snapshot } from "../../react/server/index.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }

it("is plain JSON to the compiler", () => {
  expectTypeOf<Required<Snapshot>[keyof Snapshot]>().toExtend<Json>()
  expectTypeOf<Required<Snapshot>["user"]>().not.toBeUnknown()
})
