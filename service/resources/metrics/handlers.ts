/** Handles the endpoint of user metrics. */
import { Clock, Effect } from "effect"
import { metrics } from "../../../core/api/internal.ts"
import type { Metrics } from "../../../core/schema/metrics.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { serializeServerUser } from "../users/serialize-user.ts"
import { UserStore } from "../users/user-store.ts"
import { type DayRow, MetricsStore, type SignInRow } from "./metrics-store.ts"
import { DAY_MILLIS } from "../../time/durations.ts"

/** The number of days before today. */
const DAYS = 30

/** The number of users in each list. */
const SHOWN = 5

const dateOf = (day: number): string => new Date(day * DAY_MILLIS).toISOString().slice(0, 10)

const point = ({ activity, day }: DayRow) => ({ date: dateOf(day), activity })

type SignInMethod = NonNullable<Metrics["signIns"]>[number]["method"]

const methods: ReadonlyMap<string, SignInMethod> = new Map<string, SignInMethod>([
  ["POST /auth/password/sign-in", "password"],
  ["POST /auth/otp/sign-in", "otp"],
  ["POST /auth/passkey/sign-in", "passkey"],
  ["POST /auth/mfa/sign-in", "mfa"],
  ["GET /auth/oauth/callback/:provider_id", "oauth"]
])

const serializeSignIns = ({ action, day, failed, succeeded }: SignInRow) => {
  const method = methods.get(action)
  return method === undefined || failed + succeeded === 0 ? [] : [{ date: dateOf(day), method, succeeded, failed }]
}

const serializeUsers = Effect.fnUntraced(function* (projectId: string, ids: ReadonlyArray<string>) {
  const users = yield* UserStore
  const found = yield* Effect.forEach(ids, (id) => users.find(projectId, id))
  return found.flatMap((user) => (user === null ? [] : [serializeServerUser(user)]))
})

export { layer } from "./metrics-store.ts"

export const handlers = [
  implement(
    metrics,
    Effect.fnUntraced(function* ({ query: { signIns = "false" } = {} }) {
      const {
        project: { id }
      } = yield* caller
      const store = yield* MetricsStore
      const counts = yield* store.userCounts(id)
      const today = Math.floor((yield* Clock.currentTimeMillis) / DAY_MILLIS)
      return {
        totalUsers: counts.total,
        dailyUsers: (yield* store.signUps(id, today - DAYS, today)).map(point),
        dailyActiveUsers: (yield* store.activeUsers(id, today - DAYS, today)).map(point),
        // Countries are not looked up: this service uses no geolocation.
        usersByCountry: {},
        recentlyRegistered: yield* serializeUsers(id, yield* store.recentlyRegistered(id, SHOWN)),
        recentlyActive: yield* serializeUsers(id, yield* store.recentlyActive(id, SHOWN)),
        loginMethods: counts.methods,
        ...(signIns === "true" && { signIns: (yield* store.signIns(id, today - DAYS)).flatMap(serializeSignIns) })
      }
    })
  )
]
