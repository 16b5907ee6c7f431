/** Runs the tests of sign-in and sign-up with every method in a real browser against a real service. */
import { afterAll, beforeAll, describe } from "vitest"
import { authAgain } from "./auth-again.ts"
import { authJourneys } from "./auth-journeys.ts"
import { authKeyboard } from "./auth-keyboard.ts"
import { authSkeletons } from "./auth-skeletons.ts"
import { authParts } from "./auth-parts.ts"
import { type AuthPlace, openAuthPlace } from "./auth-place.ts"
import { authProblems } from "./auth-problems.ts"
import { authConfigurations } from "./auth-configurations.ts"

let opened: AuthPlace | undefined

const place = (): AuthPlace => {
  if (opened === undefined) throw new Error("The place is not open.")
  return opened
}

beforeAll(async () => {
  opened = await openAuthPlace()
})
afterAll(() => opened?.close())

describe("sign-in and sign-up", () => authConfigurations(place))
describe("sign-in methods", () => authJourneys(place))
describe("sign-in with the keyboard", () => authKeyboard(place))
describe("reloads and other tabs", () => authAgain(place))
describe("skeletons", () => authSkeletons(place))
describe("forms composed from parts", () => authParts(place))
describe("failures and attacks", () => authProblems(place))
