/** The files of `examples/deployment`: what platforms would refuse, and what would be unsafe. */
import { DockerfileParser } from "dockerfile-ast"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parse as parseToml } from "smol-toml"
import { describe, expect, it } from "vitest"
import { parse as parseYaml } from "yaml"
import { fileVariable } from "../../service/production/environment-settings.ts"
import { settingNames, settings } from "../../service/production/settings.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { decodeStrictly, FlyConfiguration, RenderBlueprint } from "./platform-files.ts"

const folder = fileURLToPath(new URL("../../examples/deployment/", import.meta.url))
const read = (file: string) => readFileSync(`${folder}${file}`, "utf8")

const dclint = fileURLToPath(
  new URL("bin/dclint.cjs", pathToFileURL(createRequire(import.meta.url).resolve("dclint/package.json")))
)
/** Returns the errors of a composition: those of the Compose specification's schema, and of dclint's rules. */
const errorsOf = (file: string): ReadonlyArray<string> => {
  const { stdout } = spawnSync(process.execPath, [dclint, "--formatter", "json", file], { encoding: "utf8" })
  const reports: ReadonlyArray<{ messages: ReadonlyArray<{ type: string; rule: string; message: string }> }> =
    JSON.parse(stdout)
  return reports.flatMap(({ messages }) =>
    messages.filter(({ type }) => type === "error").map(({ message, rule }) => `${rule}: ${message}`)
  )
}

const instructions = DockerfileParser.parse(read("Dockerfile")).getInstructions()
/** Returns the arguments of the last instruction with this keyword. */
const argumentsOf = (keyword: string) =>
  instructions.findLast((instruction) => instruction.getKeyword() === keyword)?.getRawArgumentsContent()

describe("examples/deployment", () => {
  it("sets only variables that the service has", () => {
    const known = settingNames.flatMap((name) => [settings[name].variable, fileVariable(name)])
    for (const file of readdirSync(folder)) {
      const named = read(file).match(/KEYSTILE_[A-Z_]+/g) ?? []
      expect(
        named.filter((name) => !known.includes(name)),
        file
      ).toEqual([])
    }
  })

  it("has an image whose service is not root, has no secret, and receives signals", () => {
    const text = read("Dockerfile")
    const last = instructions.map(
      (instruction) => [instruction.getKeyword(), instruction.getRawArgumentsContent()] as const
    )
    expect(last.filter(([keyword]) => keyword === "USER")).toEqual([["USER", "node"]])
    expect(last.map(([keyword]) => keyword)).toContain("HEALTHCHECK")
    for (const [, args] of last.filter(([keyword]) => ["ENTRYPOINT", "CMD"].includes(keyword)))
      expect(args).toMatch(/^\[/)
    expect(text).not.toMatch(/SECRETS|MAIL|^ARG/m)
  })

  it("has a composition whose service writes to no file, and whose database is not on the internet", () => {
    const { networks, services } = parseYaml(read("compose.yaml"))
    expect(services.keystile).toMatchObject({ read_only: true, cap_drop: ["ALL"] })
    expect(services.keystile.security_opt).toEqual(["no-new-privileges:true"])
    expect(services.postgres.networks).toEqual(["database"])
    expect(networks.database).toEqual({ internal: true })
    const published = Object.entries<{ ports?: unknown }>(services).filter(([, { ports }]) => ports !== undefined)
    expect(published.map(([name]) => name)).toEqual(["proxy"])
  })

  it("has a composition that the Compose specification accepts, and only the proxy listens on every interface", () => {
    const errors = errorsOf(join(folder, "compose.yaml"))
    expect(errors.filter((error) => !error.startsWith(`no-unbound-port-interfaces: Service "proxy" `))).toEqual([])
  })

  it.each([
    ["a key that services do not have", "read_only: true", "readonly: true"],
    ["a value of another type", "cap_drop: [ALL]", "cap_drop: ALL"],
    ["a number instead of a list", "networks: [database]", "networks: 7"]
  ])("refuses a composition with %s", (_, text, wrong) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const file = (yield* temporaryFolder).path("compose.yaml")
        const changed = read("compose.yaml").replace(text, wrong)
        expect(changed).toContain(wrong)
        writeFileSync(file, changed)
        expect(errorsOf(file).join()).toContain("invalid-schema")
      }).pipe(Effect.scoped)
    )
  )

  it("has files for platforms with settings that these have, and no others", () => {
    const fly = parseToml(read("fly.toml"))
    const render = parseYaml(read("render.yaml"))
    decodeStrictly(FlyConfiguration)(fly)
    decodeStrictly(RenderBlueprint)(render)
    expect(() => decodeStrictly(FlyConfiguration)({ ...fly, kill_timout: "30s" })).toThrow("kill_timout")
    expect(() => decodeStrictly(RenderBlueprint)({ ...render, database: [] })).toThrow("database")
  })

  it("has a database on Render that accepts no connections from the internet", () => {
    const { databases } = decodeStrictly(RenderBlueprint)(parseYaml(read("render.yaml")))
    expect(databases.map(({ ipAllowList }) => ipAllowList)).toEqual([[]])
  })

  it("has the port, the data folder and the names of the other files everywhere", () => {
    const port = argumentsOf("EXPOSE")
    const fly = decodeStrictly(FlyConfiguration)(parseToml(read("fly.toml")))
    expect(String(fly.http_service.internal_port)).toBe(port)
    expect(fly.mounts.destination).toBe(argumentsOf("VOLUME"))
    expect(new URL(fly.env["KEYSTILE_PUBLIC_URL"] ?? "").host).toBe(`${fly.app}.fly.dev`)

    const { databases, services } = decodeStrictly(RenderBlueprint)(parseYaml(read("render.yaml")))
    const variables = services[0]?.envVars ?? []
    for (const key of ["PORT", "KEYSTILE_PORT"]) expect(variables).toContainEqual({ key, value: port })
    const [database] = variables.flatMap((variable) => ("fromDatabase" in variable ? [variable.fromDatabase.name] : []))
    expect(databases.map(({ name }) => name)).toEqual([database])
    expect(variables).toContainEqual({
      key: "KEYSTILE_PUBLIC_URL",
      value: `https://${services[0]?.name}.onrender.com`
    })

    const compose = parseYaml(read("compose.yaml")).services
    expect(read("Caddyfile")).toContain(`reverse_proxy keystile:${port}`)
    expect(Object.keys(compose)).toEqual(["keystile", "postgres", "proxy"])
    expect(compose.keystile.environment.KEYSTILE_DB).toContain("@postgres:5432/")
  })

  it("takes the variables of the composition from .env, which the example lists", () => {
    const used = new Set(Array.from(read("compose.yaml").matchAll(/\$\{([A-Z_]+):\?\}/g), ([, name]) => name))
    const listed = Array.from(read(".env.example").matchAll(/^([A-Z_]+)=/gm), ([, name]) => name)
    expect(listed.toSorted()).toEqual([...used].toSorted())
    expect(read("compose.yaml").match(/\$\{(?![A-Z_]+:\?\})/g)).toBeNull()
  })

  it("has a check of readiness and time to complete requests on each platform", () => {
    const fly = parseToml(read("fly.toml"))
    expect(fly).toMatchObject({ kill_timeout: "30s", http_service: { checks: [{ path: "/readyz" }] } })
    const [service] = parseYaml(read("render.yaml")).services
    expect(service).toMatchObject({ healthCheckPath: "/readyz", maxShutdownDelaySeconds: 30 })
    expect(parseYaml(read("compose.yaml")).services.keystile.stop_grace_period).toBe("30s")
    expect(read("keystile.service")).toContain("TimeoutStopSec=30")
  })

  it.skipIf(spawnSync("systemd-analyze", ["--version"]).status !== 0)("has a unit that systemd accepts", () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", `${folder}keystile.service`], {
      encoding: "utf8"
    })
    // Nothing is installed in /opt, and the user exists on the server only.
    expect(stderr.split("\n").filter((line) => line.includes("keystile.service"))).toEqual([])
    expect(status).toBe(0)
  })
})
