// What Keystile weighs in a browser: small programs, bundled and minified by Vite as an application would be.
//
//   npm run bench:size -- --help

import { spawnSync } from "node:child_process"
import { existsSync, globSync, statSync } from "node:fs"
import { SourceMap } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { transformAsync } from "@babel/core"
import { build } from "vite"
import { packageEntries } from "../scripts/entries.mjs"
import namedImports from "../scripts/named-imports.mjs"
import pureSpreads from "../scripts/pure-spreads.mjs"
import { count, table } from "./table.mjs"

const help = `What Keystile weighs in a browser, in kB of 1000 bytes; react is not counted, styles are.

  npm run bench:size [-- OPTIONS]

Options
  --sources      bundle the sources instead of dist/, with the same annotations
  --parts NAME   list the heaviest modules of one program, too
  --files NAME   list the files of one program by gzip, those on demand too, with their heaviest modules
  --json         print one line of JSON instead of a table
  --help         this text

The figures are of what loads with the page, and so are the budgets. Calls beyond signing in and out and reading the user
load on first use, all of them as one file; how large that is, by gzip, stands in the last column. A page that loads
anything on demand has Vite's own loader for that, about 0.9 kB, which is counted here.

The whole handler is the sum of all its files: those that load with it, every page and dialog, the check of passwords,
English and the largest of the other languages. A person who changes the language meets two; nobody meets eleven.

It bundles dist/, which it builds first when that is missing or older than the sources. The exit code is 1 when a
program is over its budget, or when a bundle that makes one call holds the path of another.
`

const root = fileURLToPath(new URL("..", import.meta.url))

const options = `{ projectId: "internal", publishableClientKey: "pck_1", tokenStore: "cookie" }`
const credential = `{ email: "ada@example.com", password: "correct horse" }`

/** One program for each way to use the package. What it makes goes to \`globalThis\`, so that nothing is dropped. */
const programs = [
  {
    name: "client",
    what: "Client.make and five calls: sign-in, get and update user, channels, sign-out",
    budget: 40_000,
    code: `
      import * as Effect from "effect/Effect"
      import * as Client from "keystile/client"
      globalThis.run = () => Effect.runPromise(Effect.gen(function*() {
        const client = yield* Client.make(${options})
        yield* client.signInWithCredential(${credential})
        yield* client.updateUser({ displayName: "Ada" })
        const channels = yield* client.contactChannels.list()
        const user = yield* client.getUser
        yield* client.signOut
        return [user, channels]
      }))`
  },
  {
    name: "layer",
    what: "the same five calls, provided by Client.layer",
    code: `
      import * as Effect from "effect/Effect"
      import * as Client from "keystile/client"
      const program = Effect.gen(function*() {
        const client = yield* Client.Client
        yield* client.signInWithCredential(${credential})
        yield* client.updateUser({ displayName: "Ada" })
        const channels = yield* client.contactChannels.list()
        const user = yield* client.getUser
        yield* client.signOut
        return [user, channels]
      })
      globalThis.run = () => Effect.runPromise(Effect.provide(program, Client.layer(${options})))`
  },
  {
    name: "calls",
    what: "the same five as plain calls over connect, with both token stores",
    budget: 38_000,
    code: `
      import * as Effect from "effect/Effect"
      import * as Redacted from "effect/Redacted"
      import {
        call, connect, ContactChannelsApi, cookieStore, memoryStore, PasswordApi, Session, SessionsApi, UsersApi
      } from "keystile"
      const body = { email: "ada@example.com", password: Redacted.make("correct horse") }
      const program = Effect.gen(function*() {
        const session = yield* Session
        yield* session.start(yield* call(PasswordApi.signIn, { body }))
        yield* call(UsersApi.updateMe, { body: { displayName: "Ada" } })
        const channels = yield* call(ContactChannelsApi.list, { query: { userId: "me" } })
        const user = yield* call(UsersApi.getMe)
        yield* call(SessionsApi.signOut)
        yield* session.end
        return [user, channels]
      })
      const options = { projectId: "internal", publishableClientKey: "pck_1" }
      globalThis.run = (store) =>
        connect(options, store === "cookie" ? cookieStore : memoryStore).pipe(
          Effect.flatMap((context) => Effect.provideContext(program, context)), Effect.runPromise)`
  },
  {
    name: "promise",
    what: "the same five calls by createClientApp",
    budget: 46_000,
    code: `
      import { createClientApp } from "keystile/promise"
      globalThis.run = async () => {
        const app = createClientApp(${options})
        await app.signInWithCredential(${credential})
        const user = await app.getUser({ or: "throw" })
        await user.update({ displayName: "Ada" })
        const channels = await user.listContactChannels()
        await app.signOut()
        return [user, channels]
      }`
  },
  {
    name: "whole app",
    what: "createClientApp handed out whole: every member can be called",
    budget: 46_000,
    code: `
      import { createClientApp } from "keystile/promise"
      globalThis.app = createClientApp(${options})`
  },
  {
    name: "http-client",
    what: "client, over Effect's HttpClient",
    code: `
      import * as Effect from "effect/Effect"
      import * as Layer from "effect/Layer"
      import * as FetchHttpClient from "effect/http/FetchHttpClient"
      import * as Client from "keystile/client"
      import * as HttpClientTransport from "keystile/http-client"
      const program = Effect.gen(function*() {
        const client = yield* Client.Client
        yield* client.signInWithCredential(${credential})
        yield* client.updateUser({ displayName: "Ada" })
        const channels = yield* client.contactChannels.list()
        const user = yield* client.getUser
        yield* client.signOut
        return [user, channels]
      })
      const layer = Client.layerNoDeps(${options}).pipe(
        Layer.provide(HttpClientTransport.layer), Layer.provide(FetchHttpClient.layer))
      globalThis.run = () => Effect.runPromise(Effect.provide(program, layer))`
  },
  {
    name: "sign-in",
    what: "<SignIn /> in its provider, with the styles",
    budget: 70_000,
    code: `
      import { createElement } from "react"
      import { KeystileProvider, SignIn } from "keystile/react"
      import "keystile/react/styles.css"
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(SignIn))`
  },
  {
    name: "parts",
    what: "a form of sign-in's parts, in its provider, without styles",
    code: `
      import { createElement } from "react"
      import { KeystileProvider } from "keystile/react"
      import { SignIn } from "keystile/react/parts"
      const form = createElement(SignIn.Form, null,
        createElement(SignIn.Email), createElement(SignIn.Password), createElement(SignIn.Submit))
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(SignIn.Root, null, form))`
  },
  {
    name: "hooks",
    what: "useUser() in its provider, without the styles",
    code: `
      import { createElement } from "react"
      import { KeystileProvider, useUser } from "keystile/react"
      const Name = () => useUser()?.displayName
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(Name))`
  },
  {
    name: "user-button",
    what: "hooks, and <UserButton />",
    over: { program: "hooks", bytes: 6000 },
    code: `
      import { createElement } from "react"
      import { KeystileProvider, UserButton, useUser } from "keystile/react"
      const Name = () => useUser()?.displayName
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(Name), createElement(UserButton))`
  },
  {
    name: "account",
    what: "<AccountSettings /> in its provider, before a page is shown, with the styles",
    code: `
      import { createElement } from "react"
      import { AccountSettings, KeystileProvider } from "keystile/react"
      import "keystile/react/styles.css"
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(AccountSettings))`
  },
  {
    name: "handler",
    what: "<Handler /> in its provider, before a page is shown, with the styles",
    wholeBudget: 130_000,
    code: `
      import { createElement } from "react"
      import { Handler, KeystileProvider } from "keystile/react"
      import "keystile/react/styles.css"
      globalThis.page = () => createElement(KeystileProvider, ${options}, createElement(Handler))`
  },
  {
    name: "oauth",
    what: "<ProviderButtons /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { ProviderButtons } from "keystile/react"
      globalThis.page = () => createElement(ProviderButtons, { providers: ["google"], onSelect: () => {} })`
  },
  {
    name: "tabs",
    what: "<Tabs /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { Tabs } from "keystile/react"
      globalThis.page = () => createElement(Tabs, { label: "Method", tabs: [] })`
  },
  {
    name: "code",
    what: "<CodeField /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { CodeField } from "keystile/react"
      globalThis.page = () => createElement(CodeField, { label: "Code", kind: "digits" })`
  },
  {
    name: "strength",
    what: "<PasswordStrength /> alone, without the styles",
    code: `
      import { createElement } from "react"
      import { PasswordStrength } from "keystile/react"
      globalThis.page = () => createElement(PasswordStrength, { password: "" })`
  },
  {
    name: "verify",
    what: "createSessionReader(options)(request); for servers",
    code: `
      import { createSessionReader } from "keystile/verify"
      globalThis.run = createSessionReader({ projectId: "internal", publishableClientKey: "pck_1" })`
  },
  {
    name: "webhooks",
    what: "createWebhookVerifier(options); for servers",
    code: `
      import { createWebhookVerifier } from "keystile/webhooks"
      globalThis.run = createWebhookVerifier({ secret: "whsec_1" })`
  },
  {
    name: "one call",
    what: "call(ProjectsApi.getProject), and nothing else",
    onlyPath: "/projects/current",
    code: `
      import { call, ProjectsApi } from "keystile"
      globalThis.program = call(ProjectsApi.getProject)`
  }
]

const { values } = parseArgs({
  options: {
    sources: { type: "boolean", default: false },
    parts: { type: "string" },
    files: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})
async function main() {
  const useDist = !values.sources && builds()
  if (!useDist && !values.sources) {
    process.stderr.write("dist/ could not be built: these are figures of the sources.\n\n")
  }
  const paths = await endpointPaths()
  const results = []
  for (const program of programs) {
    if (!values.sources && !exists(program, useDist)) continue
    results.push(await weigh(program, useDist, paths))
  }
  for (const { name, over } of programs) {
    if (over === undefined) continue
    const [result, base] = [name, over.program].map((one) => results.find((result) => result.name === one))
    const more = (result?.gzip ?? 0) - (base?.gzip ?? 0)
    if (more > over.bytes) result?.failures.push(`${more} bytes over ${over.program}, of ${over.bytes}`)
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ from: useDist ? "dist" : "sources", results })}\n`)
  else print(results, useDist)
  if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1
}

/** Whether dist/ is there and as new as the sources, after a build if it takes one. */
function builds() {
  const sources = globSync("{core,tiers,react}/**/*.{ts,tsx,css}", { cwd: root })
  const newest = Math.max(...sources.map((file) => statSync(join(root, file)).mtimeMs))
  const built = join(root, "dist", "core", "index.js")
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return true
  const script = join(root, "scripts", "build.mjs")
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: ["ignore", 2, 2] })
  return status === 0
}

/** @param {{ code: string, name: string }} program @param {boolean} useDist */
function exists({ code, name }, useDist) {
  const missing = packageEntries(root).filter(({ built, name: entry, source }) =>
    code.includes(`"${entry}"`) && (useDist ? !existsSync(join(root, built)) : source === undefined)
  )
  for (const entry of missing) process.stderr.write(`Left out ${name}: there is no ${entry.name}.\n`)
  return missing.length === 0
}

/** The paths of all endpoints, as far as each is a text of its own. */
async function endpointPaths() {
  const { endpoints } = await import("../core/api/endpoints.ts")
  return [...new Set(endpoints.map(({ path }) => path))].filter((path) => path.length > 3)
}

/**
 * @param {(typeof programs)[number]} program
 * @param {boolean} useDist
 * @param {ReadonlyArray<string>} paths
 */
async function weigh({ budget, code, name, onlyPath, what, wholeBudget }, useDist, paths) {
  const entry = join(root, "bench", `program-${name.replaceAll(" ", "-")}.js`)
  const result = await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
    resolve: {
      alias: packageEntries(root).map(({ built, name, source = "" }) => ({
        find: new RegExp(`^${name.replaceAll(".", "\\.")}$`),
        replacement: join(root, useDist ? built : source)
      }))
    },
    plugins: [
      {
        name: "program",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined)
      },
      ...(useDist ? [] : [annotated])
    ],
    build: {
      write: false,
      target: "es2022",
      minify: true,
      cssMinify: true,
      modulePreload: false,
      sourcemap: name === values.parts ? "hidden" : false,
      rolldownOptions: { input: entry, external: [/^react(?:-dom)?(?:\/|$)/] }
    }
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ("output" in one ? one.output : []))
  const chunks = outputs.filter((output) => output.type === "chunk")
  const styles = outputs.filter((output) => output.type === "asset" && output.fileName.endsWith(".css"))
  const eager = initial(chunks)
  const texts = [...eager.map(({ code }) => code), ...styles.map(({ source }) => source)]
  const files = texts.map((text) => Buffer.from(text))
  const size = {
    minified: sum(files.map(({ length }) => length)),
    gzip: sum(files.map((file) => gzipSync(file, { level: 9 }).length)),
    brotli: sum(files.map((file) =>
      brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length
    ))
  }
  const later = chunks.filter((chunk) => !eager.includes(chunk))
  const lazy = sum(later.map(gzipOf))
  const languages = later.filter(isLanguage).map(gzipOf)
  const whole = size.gzip + lazy - sum(languages) + Math.max(0, ...languages)
  const failures = []
  if (wholeBudget !== undefined && whole > wholeBudget) {
    failures.push(`${whole - wholeBudget} bytes over the budget of all its files, ${wholeBudget}`)
  }
  if (budget !== undefined && size.gzip > budget) failures.push(`${size.gzip - budget} bytes over its budget`)
  if (onlyPath !== undefined) {
    const all = eager.map(({ code }) => code).join("\n")
    const held = paths.filter((path) => [`"`, "'", "`"].some((quote) => all.includes(quote + path + quote)))
    if (!held.includes(onlyPath)) failures.push(`does not hold ${onlyPath}`)
    const others = held.filter((path) => path !== onlyPath && path !== "/health")
    if (others.length > 0) {
      failures.push(`holds the paths of ${others.length} other endpoints: ${others.slice(0, 3).join(", ")}`)
    }
  }
  const parts = name === values.parts ? heaviest(eager) : []
  const list = name === values.files ? outputs.map((output) => describe(output, eager)) : []
  return { name, what, budget, ...size, lazy, wholeBudget, whole, failures, parts, list }
}

/** @param {{ code: string }} chunk */
const gzipOf = ({ code }) => gzipSync(code, { level: 9 }).length

/** Whether a file holds the texts of a language other than English. @param {{ modules: object }} chunk */
const isLanguage = ({ modules }) => Object.keys(modules).every((file) => file.includes("/react/messages/languages/"))

/** A file for the list: how it is loaded, what it weighs, and the modules that take most of it. */
function describe(output, eager) {
  const code = output.type === "chunk" ? output.code : output.source
  const modules = output.type === "chunk" ? Object.entries(output.modules) : []
  const heaviest = modules.sort(([, a], [, b]) => b.renderedLength - a.renderedLength).slice(0, 4).map(([file]) =>
    file.replace(/^.*node_modules\//, "").replace(join(root, "dist/"), "")
  )
  const when = output.type === "asset" || eager.includes(output) ? "with the page" : "on demand"
  return { when, gzip: gzipOf({ code }), modules: heaviest.join(", ") || output.fileName }
}

/** The chunks that load with the page: the entry and what it imports. */
function initial(chunks) {
  const seen = new Set()
  const visit = (chunk) => {
    if (chunk === undefined || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(chunks.find(({ isEntry }) => isEntry))
  return [...seen]
}

/** Bytes of the minified code by the module that they come from. */
function heaviest(chunks) {
  const bytes = new Map()
  for (const { code, map } of chunks) {
    const sources = new SourceMap(map)
    code.split("\n").forEach((line, number) => {
      for (let column = 0; column < line.length; column++) {
        const { originalSource } = sources.findEntry(number, column)
        const module = originalSource?.replace(/^(?:\.\.\/)+/, "") ?? "the bundler"
        bytes.set(module, (bytes.get(module) ?? 0) + 1)
      }
    })
  }
  return [...bytes].map(([module, length]) => ({ module, length })).sort((a, b) => b.length - a.length).slice(0, 40)
}

/** What the build does to dist/, for sources. */
const annotated = {
  name: "annotated",
  /** @param {string} code @param {string} id */
  async transform(code, id) {
    const [file = ""] = id.split("?")
    if (!/\.tsx?$/.test(file) || file.includes("node_modules")) return undefined
    const result = await transformAsync(code, {
      filename: file.replace(/\.tsx?$/, ".js"),
      configFile: false,
      babelrc: false,
      compact: false,
      plugins: [namedImports, pureSpreads, "annotate-pure-calls"]
    })
    return result?.code ? { code: result.code, map: null } : undefined
  }
}

/** @param {ReadonlyArray<number>} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function print(results, useDist) {
  const kB = (bytes) => (bytes / 1000).toFixed(1)
  const from = useDist ? "dist/" : "the sources"
  process.stdout.write(`Bundled from ${from} by Vite; kB of 1000 bytes; gzip -9, brotli 11\n\n`)
  process.stdout.write(table(
    ["program", "", "minified", "gzip", "brotli", "budget", "", "on demand"],
    results.map(({ brotli, budget, failures, gzip, lazy, minified, name, what }) => [
      name,
      what,
      kB(minified),
      kB(gzip),
      kB(brotli),
      budget === undefined ? "" : kB(budget),
      failures.length > 0 ? "OVER" : budget === undefined ? "" : "ok",
      lazy === 0 ? "" : kB(lazy)
    ]),
    [2, 3, 4, 5, 7]
  ))
  for (const { name, whole, wholeBudget } of results) {
    if (wholeBudget === undefined) continue
    const verdict = whole > wholeBudget ? "OVER" : "ok"
    process.stdout.write(`\nAll files of ${name}, of languages English and the largest other one: `)
    process.stdout.write(`${kB(whole)} kB gzip of ${kB(wholeBudget)}  ${verdict}\n`)
  }
  for (const { failures, name, parts } of results) {
    for (const failure of failures) process.stdout.write(`\n${name}: ${failure}`)
    if (parts.length > 0) {
      process.stdout.write(`\n\nThe ${count(parts.length, "heaviest module")} of ${name}, in bytes minified\n\n`)
      process.stdout.write(table(["module", "bytes"], parts.map(({ length, module }) => [module, String(length)]), [1]))
    }
  }
  for (const { list, name } of results) {
    if (list.length === 0) continue
    process.stdout.write(`\n\nThe ${count(list.length, "file")} of ${name}, by gzip\n\n`)
    const rows = list.sort((a, b) => b.gzip - a.gzip).map(({ gzip, modules, when }) => [when, kB(gzip), modules])
    process.stdout.write(table(["loads", "kB", "modules"], rows, [1]))
  }
  process.stdout.write("\n")
}

if (values.help) process.stdout.write(help)
else await main()
