/** Sign-in and sign-up with every method in a real browser, over a real service. */
import { afterAll, beforeAll, describe } from "vitest"
import { authAgain } from "./auth-again.ts"
import { authJourneys } from "./auth-journeys.ts"
import { authKeyboard } from "./auth-keyboard.ts"
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
describe("the keyboard alone", () => authKeyboard(place))
describe("once more", () => authAgain(place))
describe("while they load", () => authBones(place))
describe("forms made of parts", () => authParts(place))
describe("what goes wrong", () => authProblems(place))
