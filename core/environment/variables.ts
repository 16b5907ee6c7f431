/** The names of the settings: options and the environment variables that stand in for them. */

/** The names of the settings: options and the environment variables that stand in for them. */

/** The environment variable of each option. `baseUrl` has more than one, see {@link baseUrlVariables}. */
export const variables = {
  projectId: "NEXT_PUBLIC_STACK_PROJECT_ID",
  publishableClientKey: "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
  secretServerKey: "STACK_SECRET_SERVER_KEY",
  superSecretAdminKey: "STACK_SUPER_SECRET_ADMIN_KEY",
  baseUrl: "NEXT_PUBLIC_STACK_API_URL"
} as const

/** Tells a developer where a setting is made: by its option, and by its environment variable if it has one. */
export const checkOption = (option: string, variable: string | undefined) =>
  `Check the option \`${option}\`${variable === undefined ? "" : ` or the environment variable ${variable}`}.`

/** The same for a setting of the wire. */
export const checkSetting = (option: keyof typeof variables): string => checkOption(option, variables[option])

/** The variables that may hold the service's address, the first that is set wins. */
export const baseUrlVariables = (platform: "browser" | "server") =>
  [
    platform === "browser" ? "NEXT_PUBLIC_BROWSER_STACK_API_URL" : "NEXT_PUBLIC_SERVER_STACK_API_URL",
    variables.baseUrl,
    "NEXT_PUBLIC_STACK_URL"
  ] as const

/** Texts by the names of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where this program runs: a page and a worker are browsers. */
export const currentPlatform = (): "browser" | "server" => ("document" in globalThis ? "browser" : "server")
