/** Methods whose code is loaded by the first of them that runs. */
import * as Effect from "effect/Effect"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { CacheRule, CacheRules } from "./cache-rules.ts"

/** A method that takes plain data and returns an effect. */
type CallMethod = (...input: Array<unknown>) => Effect.Effect<unknown, unknown>

interface Group {
  readonly [name: string]: CallMethod | Group
}

interface RuleGroup {
  readonly [name: string]: CacheRule | RuleGroup
}

export const isRule = (entry: CacheRule | RuleGroup): entry is CacheRule => typeof entry["kind"] === "string"

// A group has a method for each rule, and a group for each group of rules: `CacheRules` is derived from the calls.
const methodsOf = (rules: RuleGroup, group: Effect.Effect<Group, RequestError>): Group =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      isRule(rule)
        ? (...input: Array<unknown>) => Effect.flatMap(group, (calls) => (calls[name] as CallMethod)(...input))
        : methodsOf(
            rule,
            Effect.map(group, (calls) => calls[name] as Group)
          )
    ])
  )

/**
 * Returns a method for each rule, in the same groups. A method loads the module, makes the calls once, and runs its
 * own.
 *
 * @example
 * const calls = onDemandCalls(signedInRules, onDemand, ({ signedInCalls }) => signedInCalls(dependencies))
 */
export const onDemandCalls = <Module, Calls extends object>(
  rules: CacheRules<Calls>,
  module: Effect.Effect<Module, RequestError>,
  make: (module: Module) => Calls
): Calls => {
  let made: Calls | undefined
  const calls = Effect.map(module, (loaded) => (made ??= make(loaded)))
  // The types of the calls are lost where the names become keys.
  return methodsOf(rules as RuleGroup, calls as Effect.Effect<Group, RequestError>) as Calls
}
