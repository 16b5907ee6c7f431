/** The sign-in providers that Keystile knows (specification, section 2), as people call them. */

export const providerNames: Readonly<Record<string, string>> = {
  google: "Google",
  github: "GitHub",
  facebook: "Facebook",
  microsoft: "Microsoft",
  spotify: "Spotify",
  discord: "Discord",
  gitlab: "GitLab",
  apple: "Apple",
  bitbucket: "Bitbucket",
  linkedin: "LinkedIn",
  x: "X"
}

/** The name that people know a provider by. */
export const providerName = (provider: string): string =>
  Object.hasOwn(providerNames, provider) ? (providerNames[provider] ?? provider) : provider
