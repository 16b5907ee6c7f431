/**
 * The build of the pages that the service serves. `scripts/build/pages.mjs` adds the page and the output folder. The
 * names of the files contain hashes of their content. The service replaces the relative URLs in a page by the path
 * under which it serves the files.
 */
import { defineConfig } from "vite"

/** The length of the path of the checkout, with the separator at its end. */
const checkout = import.meta.dirname.length - "console".length

/** Selects modules by their path in the checkout, which may be in a folder of the same name. */
const at = (pattern: RegExp) => (id: string) => pattern.test(id.slice(checkout))

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic" } },
  build: {
    emptyOutDir: false,
    assetsDir: "",
    // Nothing inline: the page's content security policy allows only files of the service.
    assetsInlineLimit: 0,
    // The files that a page on demand imports load at the same time as the page.
    modulePreload: { polyfill: false },
    target: "es2022",
    // These browsers support light-dark(), so each color is in the style sheet once.
    cssTarget: ["chrome123", "firefox128", "safari17.5"],
    rolldownOptions: {
      output: {
        // The screens and the pages of a project load on demand. What a page loads first is one file. What several
        // pages of the console share is another, with the admin tier: one file for each combination of pages would be
        // 25 more requests, and 10 kB more after gzip. The pages of users and teams have much in common: as two files
        // they would be 3 kB more.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            {
              name: "shared",
              test: at(/^console[/\\].*\.tsx?$|^react[/\\]dashboard[/\\]/),
              minShareCount: 2,
              priority: 1
            },
            {
              name: "users-and-teams",
              test: at(/^console[/\\](?:teams?|users?|export|project[/\\](?:teams|users)-pages)[/\\.]/)
            }
          ]
        }
      },
      // What the bundler may assume about unused code. Without it, every class of an error would be part of the page.
      treeshake: { propertyReadSideEffects: false, manualPureFunctions: ["knownError"] }
    }
  }
})
