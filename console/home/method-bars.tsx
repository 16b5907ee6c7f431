/** The number of users with each sign-in method. */
import type { Metrics } from "../../core/schema/metrics.ts"
import { providerName } from "../../look/providers.ts"
import { Section } from "../components/section.tsx"

interface Props {
  readonly methods: Metrics["loginMethods"]
  readonly total: number
}

const names: Readonly<Record<string, string>> = { password: "Password", otp: "Codes by mail", passkey: "Passkey" }

export const MethodBars = ({ methods, total }: Props) => (
  <Section title="Sign-in methods of the users" text="A user can have several.">
    {methods.length === 0 ? (
      <p className="ks-text">No user has a method yet.</p>
    ) : (
      <ul className="ks-method-bars">
        {methods.map(({ count, method }) => (
          <li key={method}>
            <span>{names[method] ?? providerName(method)}</span>
            <span className="ks-bar" aria-hidden="true">
              <span style={{ inlineSize: `${(100 * count) / Math.max(1, total)}%` }} />
            </span>
            <span className="ks-mono">{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    )}
  </Section>
)
