/** `KeystileProvider`: makes the client that everything below it uses. */
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react"
import * as Client from "../tiers/client.ts"
import { KeystileContext } from "./keystile-context.ts"
import { runtimeOf } from "../tiers/cache/tier-cache.ts"
import { type ClientRuntime, keystileOf, makeKeystile } from "./keystile.ts"
import { english, type Messages } from "./messages/english.ts"
import { MessagesContext } from "./messages/messages.ts"

interface OwnProps {
  readonly children?: ReactNode
  /** What shows while something below suspends that has no `<Suspense>` of its own. Default nothing. */
  readonly fallback?: ReactNode
  /** Texts of the screens that differ from the English ones. */
  readonly messages?: Partial<Messages> | undefined
}

/** Options of the client; `tokenStore` is `cookie` and `redirectMethod` is `window` unless given. Read once. */
export interface KeystileOptions extends OwnProps, Omit<Client.ClientOptions, "tokenStore"> {
  readonly tokenStore?: Client.ClientOptions["tokenStore"]
  readonly runtime?: undefined
}

/** A runtime of the application's own, e.g. a `ManagedRuntime`. It is not disposed of here. */
export interface KeystileRuntime extends OwnProps {
  readonly runtime: ClientRuntime
}

export type KeystileProviderProps = KeystileOptions | KeystileRuntime

/**
 * Put it around the application.
 *
 * @example
 * <KeystileProvider projectId="…" publishableClientKey="pck_…">
 *   <App />
 * </KeystileProvider>
 */
export const KeystileProvider = ({ children, fallback, messages, ...props }: KeystileProviderProps) => {
  const [made, setMade] = useState(() => ({ runtime: props.runtime, keystile: keystileFrom(props) }))
  if (made.runtime !== props.runtime) setMade({ runtime: props.runtime, keystile: keystileFrom(props) })

  const { keystile } = made
  useEffect(() => keystile.cache.watch(), [keystile])

  const texts = useMemo(() => ({ ...english, ...messages }), [messages])
  // With a boundary of its own the provider is never thrown away by what suspends below it, and the runtime with it.
  return (
    <KeystileContext value={keystile}>
      <MessagesContext value={texts}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </MessagesContext>
    </KeystileContext>
  )
}

const keystileFrom = (props: Omit<KeystileOptions, keyof OwnProps> | Omit<KeystileRuntime, keyof OwnProps>) => {
  if (props.runtime !== undefined) return keystileOf(props.runtime)
  return makeKeystile(
    runtimeOf(Client.Client, Client.make({ tokenStore: "cookie", redirectMethod: "window", ...given(props) }))
  )
}

/** An option given as `undefined` counts as absent. */
const given = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options
