/** Environment variables of the options. */

/** The environment variable of each option. `baseUrl` has several: see {@link baseUrlVariables}. */
export const variables = {
  projectId: "NEXT_PUBLIC_STACK_PROJECT_ID",
  publishableClientKey: "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
  secretServerKey: "STACK_SECRET_SERVER_KEY",
  superSecretAdminKey: "STACK_SUPER_SECRET_ADMIN_KEY",
  baseUrl: "NEXT_PUBLIC_STACK_API_URL"
} as const

/** Returns the hint of an error message: the option to check, and its environment variable if it has one. */
export const checkOption = (option: string, variable: string | undefined) =>
  `Check the option \`${option}\`${variable === undefined ? "" : ` or the environment variable ${variable}`}.`

/** Returns the same hint for an option with an environment variable. */
export const checkSetting = (option: keyof typeof variables): string => checkOption(option, variables[option])

/** Returns the variables that can hold the URL of the service. The first one that is set counts. */
export const baseUrlVariables = (platform: "browser" | "server") =>
  [
    platform === "browser" ? "NEXT_PUBLIC_BROWSER_STACK_API_URL" : "NEXT_PUBLIC_SERVER_STACK_API_URL",
    variables.baseUrl,
    "NEXT_PUBLIC_STACK_URL"
  ] as const

/** Values by the names of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Returns `browser` if there is a `document`, otherwise `server`. */
export const currentPlatform = (): "browser" | "server" => ("document" in globalThis ? "browser" : "server")
