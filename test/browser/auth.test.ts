/** Runs the tests of sign-in and sign-up with every method in a real browser against a real service. */
import { describe } from "vitest"
import { authAgain } from "./auth-again.ts"
import { authJourneys } from "./auth-journeys.ts"
import { authKeyboard } from "./auth-keyboard.ts"
import { authSkeletons } from "./auth-skeletons.ts"
import { authParts } from "./auth-parts.ts"
import { openAuthFixture } from "./auth-fixture.ts"
import { authProblems } from "./auth-problems.ts"
import { authConfigurations } from "./auth-configurations.ts"
import { openedForFile } from "./fixture.ts"

const fixture = openedForFile(openAuthFixture)

describe("sign-in and sign-up", () => authConfigurations(fixture))
describe("sign-in methods", () => authJourneys(fixture))
describe("sign-in with the keyboard", () => authKeyboard(fixture))
describe("reloads and other tabs", () => authAgain(fixture))
describe("skeletons", () => authSkeletons(fixture))
describe("forms composed from parts", () => authParts(fixture))
describe("failures and attacks", () => authProblems(fixture))
