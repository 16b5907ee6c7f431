/** Checks new passwords against a local list of breached passwords, without loading it. */
import { Context, Effect, Redacted, Semaphore } from "effect"
import { hash } from "node:crypto"
import { Gauges } from "../process/gauges.ts"
import { checkList } from "./check-list.ts"
import { findHash } from "./find-hash.ts"
import { BreachedPasswordsUnusable, openList } from "./list-file.ts"

/** Default: no list. */
export const BreachedPasswords = Context.Reference<{
  /** True if the operator has set a list. */
  readonly hasList: boolean
  /** Returns whether a password is in the list. A list that cannot be read counts as one without the password. */
  readonly include: (password: Redacted.Redacted<string>) => Effect.Effect<boolean>
}>("keystile/service/BreachedPasswords", {
  defaultValue: () => ({ hasList: false, include: () => Effect.succeed(false) })
})

/** The number of concurrent searches. The threads that read files also hash passwords. */
const CONCURRENCY = 2

/** Opens a list and checks its form. The file is closed with the scope. */
export const openBreachedPasswords = Effect.fnUntraced(function* (path: string) {
  const file = yield* openList(path)
  yield* Effect.catchTag(checkList(path, file), "ListUnreadable", ({ problem }) =>
    Effect.fail(new BreachedPasswordsUnusable({ path, problem }))
  )
  return { path, ...file }
})

/** Checks whether a list can be used. Returns its size in bytes. */
export const checkBreachedPasswords = (path: string): Effect.Effect<number, BreachedPasswordsUnusable> =>
  Effect.scoped(Effect.map(openBreachedPasswords(path), ({ size }) => size))

/** An open list. */
type BreachedList = Effect.Success<ReturnType<typeof openBreachedPasswords>>

/** Returns the service of an open list, and publishes its gauge. */
export const makeBreachedPasswords = Effect.fnUntraced(function* (list: BreachedList) {
  const semaphore = yield* Semaphore.make(CONCURRENCY)
  const { publish } = yield* Gauges
  let isReadable = true
  publish({
    name: "keystile_breached_passwords_readable",
    description: "1, or 0 while the list of breached passwords cannot be read and new passwords are not checked.",
    read: () => (isReadable ? 1 : 0)
  })
  const include = Effect.fnUntraced(
    function* (password: Redacted.Redacted<string>) {
      const found = yield* findHash(list, hash("sha1", Redacted.value(password)).toUpperCase())
      if (!isReadable) yield* Effect.logInfo("The list of breached passwords can be read again.")
      isReadable = true
      return found
    },
    // A disk that fails must not keep users from a new password.
    Effect.catchTag("ListUnreadable", ({ problem }) =>
      Effect.gen(function* () {
        if (isReadable) {
          yield* Effect.logError(`New passwords are not compared with the breached ones in ${list.path}: ${problem}`)
        }
        isReadable = false
        return false
      })
    ),
    semaphore.withPermit
  )
  return BreachedPasswords.of({ hasList: true, include })
})

/** Adds the service of an open list to a context, which has the gauges. `null`: no list. */
export const addBreachedPasswords = <R>(
  context: Context.Context<R>,
  list: BreachedList | null
): Effect.Effect<Context.Context<R>> =>
  list === null
    ? Effect.succeed(context)
    : Effect.map(Effect.provideContext(makeBreachedPasswords(list), context), (made) =>
        Context.add(context, BreachedPasswords, made)
      )
