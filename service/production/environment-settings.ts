/**
 * Reads settings from environment variables. `KEYSTILE_SECRETS_FILE`, `KEYSTILE_DB_FILE`, `KEYSTILE_DB_REPLICA_FILE`
 * and `KEYSTILE_MAIL_FILE` name files with the values, as Docker secrets, volumes of Kubernetes and credentials of
 * systemd provide them. Child processes do not inherit a file, and crash reports do not include it.
 */
import { readFileSync, statSync } from "node:fs"
import type { Environment } from "../../core/environment/variables.ts"
import { InvalidValue } from "./configuration-field.ts"
import type { SettingValue } from "./decode-configuration.ts"
import { type SettingName, settings } from "./settings.ts"

/** The settings that contain a secret or a password. */
const secretSettings: ReadonlyArray<SettingName> = ["database", "databaseReplica", "secrets", "mail"]

/** Returns the variable that names a file with the setting; `null` if the setting has none. */
export const fileVariable = (name: SettingName): string | null =>
  secretSettings.includes(name) ? `${settings[name].variable}_FILE` : null

/**
 * Returns the setting of the environment; `null` if it has none. An empty variable and a service link of Kubernetes
 * count as unset.
 */
export const findInEnvironment = (name: SettingName, environment: Environment): SettingValue | null => {
  const { variable } = settings[name]
  const value = environment[variable] || null
  const text = value !== null && isServiceLink(name, value) ? null : value
  const source = fileVariable(name)
  const path = source === null ? null : environment[source] || null
  if (source === null || path === null) return text === null ? null : { value: text, source: variable }
  const read = text === null ? readValue(path) : new InvalidValue(`and ${variable} are both set. Set one of them.`)
  return { value: read, source }
}

/**
 * Returns whether Kubernetes has set the variable of a port: for a Service named `keystile` it sets `KEYSTILE_PORT` to
 * a URL such as `tcp://10.96.3.7:8102` in the containers of its namespace.
 *
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const isServiceLink = (name: SettingName, value: string): boolean =>
  (name === "port" || name === "metricsPort") && /^(?:tcp|udp|sctp):\/\//.test(value)

/** The maximum size of such a file in bytes. */
const MAX_BYTES = 65_536

/** Returns the content of a file without white space at its ends, such as the last line break. */
const readValue = (path: string): string | InvalidValue => {
  try {
    const { size } = statSync(path)
    if (size > MAX_BYTES) return new InvalidValue(`names a file of more than ${MAX_BYTES} bytes.`)
    return readFileSync(path, "utf8").trim() || new InvalidValue("names an empty file.")
  } catch {
    return new InvalidValue("has to be the path of a file that the service can read.")
  }
}
