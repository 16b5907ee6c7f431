/** Runs the tests of sign-in and sign-up with every method in a real browser against a real service. */
import { afterAll, beforeAll, describe } from "vitest"
import { authAgain } from "./auth-again.ts"
import { authJourneys } from "./auth-journeys.ts"
import { authKeyboard } from "./auth-keyboard.ts"
import { authSkeletons } from "./auth-skeletons.ts"
import { authParts } from "./auth-parts.ts"
import { type AuthFixture, openAuthFixture } from "./auth-fixture.ts"
import { authProblems } from "./auth-problems.ts"
import { authConfigurations } from "./auth-configurations.ts"

let opened: AuthFixture | undefined

const fixture = (): AuthFixture => {
  if (opened === undefined) throw new Error("The fixture is not open.")
  return opened
}

beforeAll(async () => {
  opened = await openAuthFixture()
})
afterAll(() => opened?.close())

describe("sign-in and sign-up", () => authConfigurations(fixture))
describe("sign-in methods", () => authJourneys(fixture))
describe("sign-in with the keyboard", () => authKeyboard(fixture))
describe("reloads and other tabs", () => authAgain(fixture))
describe("skeletons", () => authSkeletons(fixture))
describe("forms composed from parts", () => authParts(fixture))
describe("failures and attacks", () => authProblems(fixture))
