// @ts-check
// The import rules. `npm run imports` checks them with dependency-cruiser.
//
// dependency-cruiser needs TypeScript's JavaScript API, which TypeScript 7 does not have. So `typescript` is version 6
// in package.json, and `tsc` is version 7 (`@typescript/native`). Imports of types count like all other imports.

/**
 * The folders that each folder may import from, besides itself.
 *
 * @type {Readonly<Record<string, ReadonlyArray<string>>>}
 */
const arrows = {
  look: [],
  core: ["look"],
  tiers: ["core"],
  adapters: ["tiers", "core"],
  react: ["tiers", "core", "look"],
  console: ["react", "tiers", "core", "look"],
  service: ["core", "look"],
  cli: ["service", "tiers", "core"],
  testing: ["service", "tiers", "core"],
  create: []
}

const folders = Object.keys(arrows)

/** Matches the files in some of the repository's folders. @param {ReadonlyArray<string>} names */
const inside = (names) => `^(?:${names.join("|")})/`

/** Matches the code that runs in browsers. */
const portable = inside(["look", "core", "tiers", "react", "console"])

/** Matches what users install as modules. The command and the console are bundles that contain their dependencies. */
const shipped = inside(["look", "core", "tiers", "adapters", "react", "service", "testing"])

/** Matches what exists for development and tests only. */
const developmentTools = "^service/development(?:/|\\.ts$)"

/** The libraries that the build bundles (scripts/build/libraries.mjs), by the folder that may import them. */
const bundled = {
  "core/passkey/": ["@simplewebauthn/browser"],
  "react/": ["@zxcvbn-ts/core", "uqr"],
  "service/": ["@simplewebauthn/server", "bcryptjs", "nodemailer", "oauth4webapi"]
}

/** Modules whose subject is all or many of the modules that an index lists. */
const listings = [
  "core/api/endpoints.ts",
  "core/api/tier-errors.ts",
  "service/audit/audited-endpoints.ts",
  "service/http/rate-limits/limited-endpoints.ts",
  "service/development/api-document/document.ts",
  "service/sql/migrate.ts"
]

/** Matches the files of packages and of their types. @param {ReadonlyArray<string>} names */
const packages = (names) => `(?:^|/)node_modules/(?:@types/)?(?:${names.join("|")})/`

/** @type {"error"} */
const severity = "error"

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(arrows).map(([folder, allowed]) => ({
      name: `${folder}-imports-${allowed.length === 0 ? "nothing-else" : `only-${allowed.join("-and-")}`}`,
      severity,
      from: { path: inside([folder]) },
      to: { path: inside([...folders, "examples", "test", "bench", "scripts"]), pathNot: inside([folder, ...allowed]) }
    })),
    {
      name: "no-cycle-of-files",
      comment:
        "Dynamic imports may be circular: the account settings load their pages, and the handler loads both as one " +
        "file. An app names the admin app, because a user owns projects; the cache rules name their calls.",
      severity,
      from: { path: inside(folders) },
      to: {
        circular: true,
        viaOnly: {
          pathNot: "^tiers/(promise/admin-app|calls/cache-rules)\\.ts$",
          dependencyTypesNot: ["dynamic-import"]
        }
      }
    },
    {
      name: "no-cycle-of-folders",
      scope: "folder",
      severity,
      from: { path: `${inside(folders)}[^/]+$` },
      to: { circular: true }
    },
    {
      name: "no-development-tools-in-production",
      comment:
        "`keystile serve` does not load them: mailbox, seeds, faults, clock, request log, console, provider pages.",
      severity,
      from: { path: "^(?:cli/commands/serve/run-serve|service/production|service/production-entry)\\.ts$" },
      to: { path: developmentTools, reachable: true }
    },
    {
      name: "no-development-tools-in-owner-pages",
      comment: "The console of `keystile serve` calls the public API only. The control API is part of `keystile dev`.",
      severity,
      from: { path: "^console/owners/" },
      to: { path: "^console/(?:control|development|faults|mailbox|projects|requests)/", reachable: true }
    },
    {
      name: "no-node-in-browsers",
      severity,
      from: { path: portable },
      to: { dependencyTypes: ["core"] }
    },
    {
      name: "no-platform-package-in-browsers",
      severity,
      from: { path: portable },
      to: { path: packages(["@effect/platform-[^/]+"]) }
    },
    {
      name: "no-dev-dependency-in-shipped-code",
      comment: "Users have only dependencies and peerDependencies, and what the build bundles.",
      severity,
      from: { path: shipped },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm", "npm-peer"],
        pathNot: packages(Object.values(bundled).flat())
      }
    },
    ...Object.entries(bundled).map(([folder, names]) => ({
      name: `bundled-libraries-only-in-${folder.replaceAll("/", "-").slice(0, -1)}`,
      severity,
      from: { path: shipped, pathNot: `^${folder}` },
      to: { path: packages(names) }
    })),
    {
      name: "no-index-in-sources",
      comment: "Import the file itself: an index pulls everything that it lists into a bundle.",
      severity,
      from: { path: inside(folders), pathNot: ["/index\\.ts$", ...listings.map((file) => `^${file}$`)] },
      to: { path: "/index\\.tsx?$", pathNot: "(?:^|/)node_modules/" }
    },
    {
      name: "examples-import-only-their-own-files",
      comment: "Everything else is imported by the name of the package, as readers will.",
      severity,
      from: { path: "^examples/([^/]+)/" },
      to: { path: inside([...folders, "examples", "test", "bench", "scripts"]), pathNot: "^examples/$1/" }
    },
    {
      name: "imports-of-sources-resolve",
      comment:
        "A source imports another by relative path and with its extension, not by the name of the package. Next is " +
        "no dependency: only its users install it.",
      severity,
      from: { path: inside(folders) },
      to: { couldNotResolve: true, pathNot: "^next/" }
    }
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:examples/[^/]+/(?:dist|build|\\.next|\\.react-router)|create/(?:build|dist|templates))/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ["types", "import", "node", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".d.ts", ".mjs", ".js", ".css", ".json"]
    }
  }
}
