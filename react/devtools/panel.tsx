/** The panel's content: session, delayed calls, calls and cached reads. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react"
import type { CacheEntrySummary } from "../../tiers/cache/cache-entry.ts"
import { Client } from "../../tiers/client.ts"
import type { ErrorFacts } from "../../core/observability/describe-error.ts"
import type { Keystile } from "../engine/keystile.ts"
import { useOpenedIfLoaded } from "../runtime/keystile-context.ts"
import { useNow } from "../runtime/use-now.ts"
import type { CallLog, LoggedCall } from "./call-log.ts"
import { describeQuery } from "./describe-query.ts"
import { describeSession, type SessionFacts } from "./describe-session.ts"
import { duration, formatMoment, timeOfDay } from "./times.ts"

const SECOND = 1_000

export const Panel = ({ log }: { readonly log: CallLog }) => {
  const now = useNow(SECOND)
  const calls = useSyncExternalStore(log.subscribe, log.calls, log.calls)
  const keystile = useOpenedIfLoaded()?.keystile
  const waiting = calls.filter((call) => call.waiting !== null)
  return (
    <>
      <Section title="Session">
        {keystile === undefined ? <p>The client is not loaded yet.</p> : <Session keystile={keystile} now={now} />}
      </Section>
      {waiting.length > 0 && (
        <Section title="Waiting for a retry">
          <ul>
            {waiting.map((call) => (
              <WaitingRetry key={call.id} call={call} now={now} />
            ))}
          </ul>
        </Section>
      )}
      <Section
        title="Calls"
        action={
          calls.length > 0 && (
            <button type="button" className="small" onClick={log.clear}>
              Clear calls
            </button>
          )
        }
      >
        {calls.length === 0 ? <p>No call was recorded.</p> : <Calls calls={calls} />}
      </Section>
      <Section title="Cache">
        {keystile === undefined ? <p>The client is not loaded yet.</p> : <Cached keystile={keystile} now={now} />}
      </Section>
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

const Section = ({ action, children, title }: SectionProps) => (
  <section>
    <div className="heading">
      <h3>{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

interface OfClient {
  readonly keystile: Keystile
  readonly now: number
}

const Session = ({ keystile, now }: OfClient) => {
  const found = useSessionFacts(keystile, now)
  if (found === null) return <p>The session is being read.</p>
  if (typeof found === "string") return <p>{found}</p>
  const { projectId, session } = found
  return (
    <dl>
      <dt>Project</dt>
      <dd>
        <code>{projectId}</code>
      </dd>
      <dt>User</dt>
      <dd>{userOf(session)}</dd>
      {session.hasAccessToken && (
        <>
          <dt>Access token issued</dt>
          <dd>{session.issuedAt === null ? "unknown" : formatMoment(session.issuedAt, now)}</dd>
          <dt>Access token expires</dt>
          <dd>{session.expiresAt === null ? "never" : formatMoment(session.expiresAt, now)}</dd>
        </>
      )}
      <dt>Refresh token</dt>
      <dd>{session.hasRefreshToken ? "stored" : "none"}</dd>
      <dt>Next refresh</dt>
      <dd>{nextRefresh(session, now)}</dd>
    </dl>
  )
}

const userOf = ({ hasRefreshToken, kind, userId }: SessionFacts): ReactNode => {
  if (userId === null) return hasRefreshToken ? "known after the next refresh" : "not signed in"
  return (
    <>
      <code>{userId}</code>
      {kind !== null && kind !== "full" && ` (${kind})`}
    </>
  )
}

const nextRefresh = ({ refreshesAfter }: SessionFacts, now: number): string => {
  if (refreshesAfter === null) return "none"
  return refreshesAfter <= now ? "with the next call" : `with the first call after ${formatMoment(refreshesAfter, now)}`
}

interface FoundSession {
  readonly projectId: string
  readonly session: SessionFacts
}

/** Returns the stored session; `null` until it is read, and the reason if the client cannot be built. */
const useSessionFacts = ({ cache }: Keystile, now: number): FoundSession | string | null => {
  const [found, setFound] = useState<FoundSession | string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const read = Effect.flatMap(Client, ({ projectId, stored }) =>
      Effect.map(stored, (tokens) => ({ projectId, session: describeSession(tokens) }))
    )
    void cache.run(read).promise.then((exit) => {
      if (isCurrent) setFound(Exit.isSuccess(exit) ? exit.value : "The client could not be built.")
    })
    return () => {
      isCurrent = false
    }
  }, [cache, now])
  return found
}

const WaitingRetry = ({ call, now }: { readonly call: LoggedCall; readonly now: number }) => {
  if (call.waiting === null) return null
  const { attempts, error, until } = call.waiting
  return (
    <li>
      <code>{call.endpoint}</code>
      {until > now ? `: attempt ${attempts + 1} in ${duration(until - now)}` : `: attempt ${attempts + 1} is running`}
      {", after "}
      <span className="failure">{describe(error)}</span>
    </li>
  )
}

const Calls = ({ calls }: { readonly calls: ReadonlyArray<LoggedCall> }) => (
  <table aria-label="Calls, newest first">
    <thead>
      <tr>
        <th scope="col" className="wide">
          Start
        </th>
        <th scope="col">Call</th>
        <th scope="col">Time</th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    <tbody>
      {calls.map((call) => (
        <tr key={call.id}>
          <td className="wide number">{timeOfDay(call.startedAt)}</td>
          <td className="name">
            <code>{call.endpoint}</code>
          </td>
          <td className="number">{call.duration === null ? "" : `${call.duration} ms`}</td>
          <td className={call.outcome === "failure" ? "failure" : undefined}>{resultOf(call)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const resultOf = ({ error, outcome, retries }: LoggedCall): string => {
  const result = error === null ? outcome : describe(error)
  return retries === 0 ? result : `${result}, ${retries} ${retries === 1 ? "retry" : "retries"}`
}

const describe = ({ status, type }: ErrorFacts): string => (status === undefined ? type : `${type} (${status})`)

const Cached = ({ keystile, now }: OfClient) => {
  const reads = keystile.cache.entries().filter(({ key }) => key !== keystile.cache.calls.key)
  if (reads.length === 0) return <p>No read is cached.</p>
  return (
    <table aria-label="Cached reads">
      <thead>
        <tr>
          <th scope="col">Read</th>
          <th scope="col">State</th>
          <th scope="col">Readers</th>
          <th scope="col" className="wide">
            Age
          </th>
        </tr>
      </thead>
      <tbody>
        {reads.map((read) => (
          <tr key={read.key}>
            <td className="name">
              <code>{describeQuery(read.key)}</code>
            </td>
            <td className={read.status === "failure" ? "failure" : undefined}>{stateOf(read)}</td>
            <td className="number">{read.subscribers}</td>
            <td className="wide number">{read.settledAt === 0 ? "" : duration(Math.max(0, now - read.settledAt))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const stateOf = ({ isFetching, status }: CacheEntrySummary): string =>
  isFetching && status !== "loading" ? `${status}, loading` : status
