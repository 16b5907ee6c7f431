/** The files of `examples/deployment`: what platforms would refuse, and what would be unsafe. */
import { DockerfileParser } from "dockerfile-ast"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parse as parseToml } from "smol-toml"
import { describe, expect, it } from "vitest"
import { parse as parseYaml } from "yaml"
import { fileVariable } from "../../service/production/environment-settings.ts"
import { settingNames, settings } from "../../service/production/settings.ts"

const folder = fileURLToPath(new URL("../../examples/deployment/", import.meta.url))
const read = (file: string) => readFileSync(`${folder}${file}`, "utf8")

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
    const last = DockerfileParser.parse(text)
      .getInstructions()
      .map((instruction) => [instruction.getKeyword(), instruction.getRawArgumentsContent()] as const)
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
