/** Handles the endpoint of user metrics. */
import { Clock, Effect } from "effect"
import { metrics } from "../../../core/api/internal.ts"
import { caller } from "../../endpoint/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { serializeServerUser } from "../users/serialize-user.ts"
import { UserStore } from "../users/user-store.ts"
import { type DayRow, MetricsStore } from "./metrics-store.ts"

const DAY_MILLIS = 86_400_000

/** The number of days before today. */
const DAYS = 30

/** The number of users in each list. */
const SHOWN = 5

const point = ({ activity, day }: DayRow) => ({ date: new Date(day * DAY_MILLIS).toISOString().slice(0, 10), activity })

const serializeUsers = Effect.fnUntraced(function* (projectId: string, ids: ReadonlyArray<string>) {
  const users = yield* UserStore
  const found = yield* Effect.forEach(ids, (id) => users.find(projectId, id))
  return found.flatMap((user) => (user === null ? [] : [serializeServerUser(user)]))
})

export { layer } from "./metrics-store.ts"

export const handlers = [
  implement(
    metrics,
    Effect.fnUntraced(function* () {
      const {
        project: { id }
      } = yield* caller
      const store = yield* MetricsStore
      const today = Math.floor((yield* Clock.currentTimeMillis) / DAY_MILLIS)
      return {
        totalUsers: yield* (yield* ProjectStore).userCount(id),
        dailyUsers: (yield* store.signUps(id, today - DAYS, today)).map(point),
        dailyActiveUsers: (yield* store.activeUsers(id, today - DAYS, today)).map(point),
        // Countries are not looked up: this service uses no geolocation.
        usersByCountry: {},
        recentlyRegistered: yield* serializeUsers(id, yield* store.recentlyRegistered(id, SHOWN)),
        recentlyActive: yield* serializeUsers(id, yield* store.recentlyActive(id, SHOWN)),
        loginMethods: yield* store.loginMethods(id)
      }
    })
  )
]
