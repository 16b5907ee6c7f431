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
