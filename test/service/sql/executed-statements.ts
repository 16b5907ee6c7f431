/** Records the SQL statements of the stores, so that a test can explain them. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import * as GrantStore from "../../../service/resources/permissions/grant-store.ts"
import * as ProjectGrantStore from "../../../service/resources/permissions/project-grant-store.ts"
import * as ExpiredRowsStore from "../../../service/pruning/expired-rows-store.ts"
import * as InvitationStore from "../../../service/resources/team-invitations/invitation-store.ts"
import * as OAuthAccountStore from "../../../service/resources/connected-accounts/oauth-account-store.ts"
import * as ProfileStore from "../../../service/resources/team-members/profile-store.ts"
import * as MembershipStore from "../../../service/resources/team-members/membership-store.ts"
import * as TeamStore from "../../../service/resources/teams/team-store.ts"
import * as AuditLog from "../../../service/audit/audit-log.ts"
import * as ChannelStore from "../../../service/resources/contact-channels/channel-store.ts"
import * as CommandLineStore from "../../../service/resources/command-line/command-line-store.ts"
import * as UserTeamApiKeyStore from "../../../service/resources/user-team-api-keys/user-team-api-key-store.ts"
import * as MetricsStore from "../../../service/resources/metrics/metrics-store.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import * as MessageStore from "../../../service/webhooks/message-store.ts"
import { DAY } from "../../durations.ts"

const stores = Layer.mergeAll(
  AuditLog.layer,
  ChannelStore.layer,
  CommandLineStore.layer,
  ExpiredRowsStore.layer({ accessToken: 600_000, auditEntry: 365 * DAY }),
  GrantStore.layer,
  InvitationStore.layer,
  MembershipStore.layer,
  MessageStore.layer,
  MetricsStore.layer,
  OAuthAccountStore.layer,
  ProfileStore.layer,
  ProjectGrantStore.layer,
  ProjectStore.layer,
  TeamStore.layer,
  UserStore.layer,
  UserTeamApiKeyStore.layer
)
export type Stores = Layer.Success<typeof stores> | SqlClient.SqlClient

/** Runs an effect with instrumented stores. Returns the text and the parameters of every executed statement. */
export const recordStatements = Effect.fnUntraced(function* (run: Effect.Effect<unknown, unknown, Stores>) {
  const sql = yield* SqlClient.SqlClient
  const made: Array<Statement.Statement<unknown>> = []
  const watched = new Proxy(sql, {
    apply: (target, self, args) => {
      const statement: unknown = Reflect.apply(target, self, args)
      // Fragments are statements too. A value that is not an effect is an identifier or a list.
      if (Effect.isEffect(statement)) made.push(statement as Statement.Statement<unknown>)
      return statement
    },
    get: (target, name, self) => {
      if (name !== "unsafe") return Reflect.get(target, name, self)
      return (...args: Parameters<SqlClient.SqlClient["unsafe"]>) => {
        const statement = target.unsafe(...args)
        made.push(statement)
        return statement
      }
    }
  })
  const watchedStores = stores.pipe(Layer.provideMerge(Layer.succeed(SqlClient.SqlClient, watched)))
  // Fragments built with the layer are parts of later statements.
  yield* Effect.andThen(
    Effect.sync(() => void (made.length = 0)),
    run
  ).pipe(Effect.provide(watchedStores))
  const compiled = made.map((statement) => statement.compile())
  const isFragment = (text: string) => compiled.some(([other]) => other !== text && other.includes(text))
  return compiled.filter(([text]) => /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(text) && !isFragment(text))
})
