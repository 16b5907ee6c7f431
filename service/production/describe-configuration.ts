/** Describes a configuration for people, without secrets. */
import { Redacted } from "effect"
import { nameOfDatabase } from "../sql/postgres-database.ts"
import type { Configuration } from "./configuration.ts"
import { nameOfMail } from "./mail-server.ts"
import type { Source } from "./decode-configuration.ts"
import type { ReadConfiguration } from "./read-configuration.ts"
import { type SettingName, settingNames } from "./settings.ts"

interface DescribedSetting {
  readonly name: SettingName
  readonly value: string
  readonly source: Source
}

/** Returns each setting with its value and the source of it. */
export const describeConfiguration = ({ configuration, sources }: ReadConfiguration): ReadonlyArray<DescribedSetting> =>
  settingNames.map((name) => ({ name, value: describe(name, configuration), source: sources[name] }))

const describe = (name: SettingName, configuration: Configuration): string => {
  switch (name) {
    case "database":
      return nameOfDatabase(Redacted.value(configuration.database))
    case "databaseReplica":
      return configuration.databaseReplica === null
        ? "none"
        : nameOfDatabase(Redacted.value(configuration.databaseReplica))
    case "secrets":
      return configuration.secrets.length === 1 ? "1 secret" : `${configuration.secrets.length} secrets`
    case "mail":
      return nameOfMail(configuration.mail)
    case "mailFrom":
      return senderOf(configuration)
    case "maxConnections":
      return configuration.maxConnections === null ? "automatic" : String(configuration.maxConnections)
    default:
      return configuration[name] === null ? "none" : String(configuration[name])
  }
}

/** Returns the address that sends mails. */
export const senderOf = ({ mailFrom, publicUrl }: Pick<Configuration, "mailFrom" | "publicUrl">): string =>
  mailFrom ?? `no-reply@${new URL(publicUrl).hostname}`
