/** Sign-in and sign-up with every method in a real browser, over a real service. */
import { afterAll, beforeAll, describe } from "vitest"
import { authJourneys } from "./auth-journeys.ts"
import { authLooks } from "./auth-looks.ts"
import { authBones } from "./auth-bones.ts"
import { authParts } from "./auth-parts.ts"
import { type AuthPlace, openAuthPlace } from "./auth-place.ts"
import { authProblems } from "./auth-problems.ts"
import { sentences } from "./auth-sentences.ts"

let opened: AuthPlace | undefined

const place = (): AuthPlace => {
  if (opened === undefined) throw new Error("The place is not open.")
  return opened
}

beforeAll(async () => {
  opened = await openAuthPlace()
})
afterAll(() => opened?.close())

describe("sign-in and sign-up", () => sentences(place))
describe("ways to sign in", () => authJourneys(place))
describe("while they load", () => authBones(place))
describe("forms made of parts", () => authParts(place))
describe("what goes wrong", () => authProblems(place))
describe("how they look", () => authLooks(place))
