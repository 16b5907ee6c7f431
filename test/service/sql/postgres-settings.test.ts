/** The settings of connections to PostgreSQL, which the URL passes to the driver. */
import { assert, describe, it } from "@effect/vitest"
import { withSettings } from "../../../service/sql/postgres-database.ts"

const optionsOf = (database: string) => new URL(withSettings(database)).searchParams.get("options")

const url = "postgres://u:s3cret@db.example:5433/n"

describe("the settings of a connection to PostgreSQL", () => {
  it("turn JIT compilation off, and name the schema", () => {
    assert.strictEqual(optionsOf(url), "-c jit=off")
    assert.strictEqual(optionsOf(`${url}?schema=keystile`), "-c jit=off -c search_path=keystile")
  })

  it("come before those of the URL, which PostgreSQL therefore prefers, but not before the schema", () => {
    const given = encodeURIComponent("-c jit=on -c search_path=other")
    assert.strictEqual(
      optionsOf(`${url}?schema=keystile&options=${given}`),
      "-c jit=off -c jit=on -c search_path=other -c search_path=keystile"
    )
  })

  it("are left out for PgBouncer, which refuses them", () => {
    assert.isNull(optionsOf(`${url}?pgbouncer=true`))
  })

  it("leave user, password, host and all other options as they are", () => {
    const settled = new URL(withSettings("postgres://u:p%40%2Fss@db.example:5433/n?sslmode=require&host=%2Frun"))
    assert.strictEqual(settled.password, "p%40%2Fss")
    assert.strictEqual(settled.host, "db.example:5433")
    assert.strictEqual(settled.searchParams.get("sslmode"), "require")
    assert.strictEqual(settled.searchParams.get("host"), "/run")
    assert.strictEqual(withSettings("postgres://u:s3cret@:port/x"), "postgres://u:s3cret@:port/x")
  })
})
