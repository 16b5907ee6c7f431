/** The calls of a tier by what they mean for its cache. */
import type { CacheRule, CacheSelection, CacheWrite } from "../calls/cache-rules.ts"
import { isRule } from "../calls/on-demand-calls.ts"

/** The calls of a tier that concern its cache, by path. */
export interface CallTable {
  /** The paths of the cached reads. */
  readonly reads: ReadonlyArray<string>
  /** The calls that change cached reads, by path. */
  readonly writes: Readonly<Record<string, CacheWrite>>
  /** The reads that return a part of a cached one, by path. */
  readonly selections: Readonly<Record<string, CacheSelection>>
  /** The paths of the uncached calls for the user who is shown. */
  readonly bound: ReadonlyArray<string>
  /** The paths of the uncached calls that may start a session. */
  readonly sessionStarts: ReadonlyArray<string>
  /** The path of the read that returns the signed-in user. */
  readonly user: string
}

interface RuleGroup {
  readonly [name: string]: CacheRule | RuleGroup
}

/** The rule of each call, with its path. */
export const rulesByPath = (rules: RuleGroup, prefix = ""): ReadonlyArray<readonly [path: string, rule: CacheRule]> =>
  Object.entries(rules).flatMap(([name, rule]) =>
    isRule(rule) ? [[prefix + name, rule] as const] : rulesByPath(rule, `${prefix}${name}.`)
  )

/** Derives the table of a tier from the rules of its calls. `user` is the path of the read of the signed-in user. */
export const callTable = (rules: RuleGroup, user: string): CallTable => {
  const entries = rulesByPath(rules)
  const pathsOf = (kind: CacheRule["kind"]) => entries.flatMap(([path, rule]) => (rule.kind === kind ? [path] : []))
  return {
    reads: pathsOf("read"),
    bound: pathsOf("bound"),
    sessionStarts: pathsOf("session"),
    selections: Object.fromEntries(
      entries.flatMap(([path, rule]) => (rule.kind === "selection" ? [[path, rule]] : []))
    ),
    writes: Object.fromEntries(entries.flatMap(([path, rule]) => (rule.kind === "write" ? [[path, rule]] : []))),
    user
  }
}
