/** Shows a developer which setting of the provider is missing or wrong. Not for users. */
import type { ConfigurationError } from "../../../core/config/configuration-error.ts"
import { alertIcon } from "../../components/icons.tsx"
import { Scope } from "../../theme/scope.tsx"
import { MessageCard } from "./message-card.tsx"

interface Variables {
  readonly vite: string
  readonly next: string
}

/** Environment variables of the guides, by option and bundler. */
const variables: Readonly<Record<string, Variables>> = {
  projectId: { vite: "VITE_KEYSTILE_PROJECT_ID", next: "NEXT_PUBLIC_STACK_PROJECT_ID" },
  publishableClientKey: {
    vite: "VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY",
    next: "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"
  },
  baseUrl: { vite: "VITE_KEYSTILE_URL", next: "NEXT_PUBLIC_STACK_API_URL" }
}

export const ConfigurationCard = ({ error: { option, problem } }: { readonly error: ConfigurationError }) => {
  const names = Object.hasOwn(variables, option) ? variables[option] : undefined
  return (
    <Scope as="main" className="ks-screen" lang="en" dir="ltr">
      <MessageCard level={1} icon={alertIcon} tone="danger" title="Keystile is not configured" text={problem}>
        {names === undefined ? (
          <p className="ks-text" role="alert">
            Check the option <code>{option}</code>.
          </p>
        ) : (
          <div className="ks-stack" role="alert">
            <p className="ks-text">
              <strong>Vite:</strong> put <code>{names.vite}</code> into <code>.env.local</code> and pass it on,{" "}
              <code>{`<KeystileProvider ${option}={import.meta.env.${names.vite}}>`}</code>.
            </p>
            <p className="ks-text">
              <strong>Next:</strong> put <code>{names.next}</code> into <code>.env.local</code>. The provider reads it.
            </p>
            <p className="ks-text">
              <strong>Other bundlers, or none:</strong> pass the value,{" "}
              <code>{`<KeystileProvider ${option}="…">`}</code>.
            </p>
          </div>
        )}
        <p className="ks-hint">
          <code>npx keystile dev</code> prints the values. Restart the development server after a change of{" "}
          <code>.env.local</code>. This card shows in development only.
        </p>
      </MessageCard>
    </Scope>
  )
}
