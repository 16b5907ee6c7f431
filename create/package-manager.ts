/** The package manager that started this program, by the variable `npm_config_user_agent`, which all of them set. */
import { spawn } from "node:child_process"
import { getUserAgent } from "package-manager-detector/detect"
import { CreateFailed } from "./create-failed.ts"

const names = ["npm", "pnpm", "yarn", "bun"] as const

export type PackageManager = (typeof names)[number]

/** Returns `npm` if the program was started by something else. */
export const packageManager = (): PackageManager => names.find((name) => name === getUserAgent()) ?? "npm"

/** Returns the command that runs a script of `package.json`. */
export const scriptCommand = (manager: PackageManager, script: string): string => `${manager} run ${script}`

/** Installs the packages of an application. Rejects with {@link CreateFailed} if the package manager fails. */
export const install = (manager: PackageManager, folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) =>
      reject(
        new CreateFailed(
          `\`${manager} install\` failed: ${reason}. The application is complete except for its packages. ` +
            `Run \`${manager} install\` in ${folder}.`
        )
      )
    const child = spawn(manager, ["install"], {
      cwd: folder,
      // Package managers leave out the development dependencies in production.
      env: { ...process.env, NODE_ENV: "development" },
      shell: process.platform === "win32",
      stdio: ["ignore", "inherit", "inherit"]
    })
    child.once("error", ({ message }) => fail(message))
    child.once("close", (code, signal) => {
      if (code === 0) resolve()
      else fail(signal === null ? `exit code ${code}` : signal)
    })
  })
