/** The state of a project: what needs attention, its users, and sign-ups and active users by day. */
import {
  useMetricsState,
  useOutgoingMailsState,
  useProjectSettingsState
} from "../../react/dashboard/use-project-settings.ts"
import { useWebhookTargetsState } from "../../react/dashboard/use-webhooks.ts"
import { Icon } from "../components/icons.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { nameOf } from "../users/user-name.ts"
import { attentionOf } from "./attention.ts"
import { DayChart } from "./day-chart.tsx"
import { MethodBars } from "./method-bars.tsx"
import { signInSeries } from "./sign-in-series.ts"

/** The most failed mails that are counted. */
const COUNTED = 1000

const HomePage = ({ now, project }: ProjectPageProps) => {
  const metrics = useMetricsState({ signIns: true })
  const settings = useProjectSettingsState()
  const mails = useOutgoingMailsState({ state: "failed", limit: COUNTED })
  const targets = useWebhookTargetsState()
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Home</h1>
      <Section title="Needs attention">
        <ReadView state={settings}>
          {(data) => (
            <ReadView state={mails}>
              {({ length: failedMails }) => (
                <ReadView state={targets}>
                  {(all) => <NeedsAttention found={attentionOf(data, { failedMails, targets: all })} />}
                </ReadView>
              )}
            </ReadView>
          )}
        </ReadView>
      </Section>
      <ReadView state={metrics}>
        {({ dailyActiveUsers, dailyUsers, loginMethods, recentlyRegistered, signIns, totalUsers }) => (
          <>
            <dl className="ks-figures">
              <Figure name="Users" value={totalUsers} />
              <Figure name={`Signed up in ${dailyUsers.length} days`} value={sumOf(dailyUsers)} />
              <Figure name="Active today" value={dailyActiveUsers.at(-1)?.activity ?? 0} />
            </dl>
            <div className="ks-charts">
              <DayChart
                title="Sign-ups"
                days={dailyUsers.map(({ date }) => date)}
                series={[{ name: "Sign-ups", values: dailyUsers.map(({ activity }) => activity) }]}
              />
              <DayChart
                title="Active users"
                days={dailyActiveUsers.map(({ date }) => date)}
                series={[{ name: "Active users", values: dailyActiveUsers.map(({ activity }) => activity) }]}
              />
              {signIns !== undefined && (
                <DayChart
                  title="Sign-ins"
                  days={dailyUsers.map(({ date }) => date)}
                  series={signInSeries(
                    dailyUsers.map(({ date }) => date),
                    signIns
                  )}
                />
              )}
            </div>
            <MethodBars methods={loginMethods} total={totalUsers} />
            <Section title="New users">
              {recentlyRegistered.length === 0 ? (
                <p className="ks-text">There are no sign-ups yet.</p>
              ) : (
                <ul className="ks-list">
                  {recentlyRegistered.map((user) => (
                    <li key={user.id}>
                      <div className="ks-list-row">
                        <a
                          className="ks-list-main ks-link"
                          href={projectHref(project.id, "users", user.id)}
                          title={nameOf(user)}
                        >
                          <span className="ks-truncate">{nameOf(user)}</span>
                        </a>
                        <time
                          className="ks-text"
                          dateTime={user.signedUpAt.toISOString()}
                          title={dateTimeOf(user.signedUpAt)}
                        >
                          {agoOf(user.signedUpAt.getTime(), now)}
                        </time>
                      </div>
                    </li>
                  ))}
                </ul>
              )}
            </Section>
          </>
        )}
      </ReadView>
    </div>
  )
}

export default HomePage

const sumOf = (days: ReadonlyArray<{ readonly activity: number }>): number =>
  days.reduce((sum, { activity }) => sum + activity, 0)

const Figure = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div className="ks-figure">
    <dt>{name}</dt>
    <dd>{value.toLocaleString()}</dd>
  </div>
)

const NeedsAttention = ({ found }: { readonly found: ReturnType<typeof attentionOf> }) =>
  found.length === 0 ? (
    <p className="ks-row">
      <Icon name="check" />
      <span>Nothing. Messages are delivered, and the settings are safe.</span>
    </p>
  ) : (
    <ul className="ks-list" aria-label="Needs attention">
      {found.map(({ href, link, text, title }) => (
        <li key={`${title} ${text}`}>
          <div className="ks-list-row ks-list-wrap">
            <div className="ks-list-main">
              <span className="ks-strong">{title}</span>
              <span className="ks-text">{text}</span>
            </div>
            <a className="ks-link" href={href}>
              {link}
            </a>
          </div>
        </li>
      ))}
    </ul>
  )
