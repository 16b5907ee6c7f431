/** Which of what is promised about the screens a run of the browser tests showed. */
import { accountPromises } from "./account.ts"
import { componentPromises } from "./components.ts"
import { failurePromises, handlerPromises, securityPromises } from "./failures.ts"
import { flowPromises, formPromises } from "./flows.ts"
import type { Promised } from "./promised.ts"
import { screenPromises } from "./screens.ts"

/** One test of a run, by its whole name. */
export interface Ran {
  readonly name: string
  readonly passed: boolean
}

export interface ShownPromise extends Promised {
  /** The names of the tests that showed it. */
  readonly tests: ReadonlyArray<string>
  /** Why it is not shown, one sentence each. */
  readonly gaps: ReadonlyArray<string>
}

export const promises: ReadonlyArray<Promised> = [
  ...screenPromises,
  ...flowPromises,
  ...formPromises,
  ...failurePromises,
  ...handlerPromises,
  ...securityPromises,
  ...componentPromises,
  ...accountPromises
]

/** Holds a run against what is promised. */
export const screenCoverage = (
  list: ReadonlyArray<Promised>,
  run: ReadonlyArray<Ran>
): ReadonlyArray<ShownPromise> =>
  list.map((promise) => {
    const named = promise.shownBy.map((part) => [part, run.filter(({ name }) => name.includes(part))] as const)
    return {
      ...promise,
      tests: [...new Set(named.flatMap(([, tests]) => tests.map(({ name }) => name)))],
      gaps: [
        ...(promise.shownBy.length === 0 ? ["no test is named"] : []),
        ...named.filter(([, tests]) => tests.length === 0).map(([part]) => `no test is called ${part}`),
        ...named.flatMap(([, tests]) => tests).filter(({ passed }) => !passed).map(({ name }) => `did not pass: ${name}`)
      ]
    }
  })
