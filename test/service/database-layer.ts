/** A database with what stores need to read and write secrets, for tests of stores. */
import { Layer } from "effect"
import * as InstallationSecret from "../../service/crypto/secrets/installation-secret.ts"
import * as Database from "../../service/sql/database.ts"

export const layerDatabase = (database: string = Database.MEMORY) =>
  Layer.orDie(Layer.provideMerge(InstallationSecret.layer([]), Database.layer(database)))
