/**
 * The type that an editor shows of every call: short and made of names. By TypeScript's own language
 * server, over a program that uses every call of each tier, every member of the facade, and what each of them gives.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fileURLToPath } from "node:url"
import * as Testing from "../../testing/index.ts"
import * as Admin from "../../tiers/admin.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { completeMembers, hoverTypes } from "./language-server.ts"

/** In characters, without the documentation. A line of an editor has some 120. */
const LONGEST = { effect: 300, promise: 200, result: 120 }
/** Structures of so many fields are read faster than their name would be looked up. */
const WRITTEN_OUT = 2

const from = (file: string) => JSON.stringify(fileURLToPath(new URL(`../../${file}`, import.meta.url)))

/** The types of the facade's objects. */
const kinds = [
  "ClientApp",
  "ServerApp",
  "AdminApp",
  "CurrentUser",
  "CurrentServerUser",
  "ServerUser",
  "ContactChannel",
  "ServerContactChannel",
  "Team",
  "ServerTeam",
  "TeamInvitation",
  "Connection",
  "AdminProject",
  "ApiKey",
  "ApiKeyFirstView",
  "AdminEmailTemplate"
]

const beginning = [
  `import type * as Effect from "effect/Effect"`,
  `import type * as Stream from "effect/Stream"`,
  `import type { ClientCalls } from ${from("tiers/client.ts")}`,
  `import type { ServerCalls } from ${from("tiers/server.ts")}`,
  `import type { AdminCalls } from ${from("tiers/admin.ts")}`,
  `import type { AdminOwnedProject, ${kinds.join(", ")} } from ${from("tiers/promise/index.ts")}`,
  "declare const client: ClientCalls, server: ServerCalls, admin: AdminCalls",
  // A project has its app when a user owns it.
  ...kinds.map((kind) => `declare const of${kind}: ${kind === "AdminProject" ? "AdminOwnedProject" : kind}`),
  "type Call<A, E> = Effect.Effect<A, E> | ((...input: never) => Effect.Effect<A, E> | Stream.Stream<A, E>)",
  "declare const givenBy: <A, E>(call: Call<A, E>) => A",
  "declare const promisedBy: <A>(method: (...input: never) => Promise<A> | AsyncIterable<A>) => A"
]

/** Members that give the same calls again, or none. */
const noCalls = ["navigation", "asProjectOwner", "as", "ofUser", "withTokenStore", "onSessionChange", "projectId"]

/** The calls of a tier, each as a program writes it. */
const callsOf = (calls: object, name: string): ReadonlyArray<string> =>
  Object.entries(calls)
    .filter(([member]) => !noCalls.includes(member))
    .flatMap(([member, value]: [string, unknown]) =>
      typeof value === "function" || Effect.isEffect(value)
        ? [`${name}.${member}`]
        : typeof value === "object" && value !== null
          ? callsOf(value, `${name}.${member}`)
          : []
    )

/** The structures that a type writes out, each by the number of its fields; the overloads of a method are none. */
const structuresIn = (type: string): ReadonlyArray<number> =>
  [...type.matchAll(/\{([^{}]*)\}/g)].map(
    ([, fields = ""]) => fields.split(";").filter((field) => /^\s*(readonly )?\w+\??:/.test(field)).length
  )

interface Line {
  readonly line: string
  /** The text that is shown for its last name. */
  readonly type: string
}

const problems = (lines: ReadonlyArray<Line>, longest: number) =>
  lines.flatMap(({ line, type }) => [
    ...(type === "" ? [`${line} shows nothing`] : []),
    ...(/\bany\b|: unknown$/.test(type) ? [`${line} shows a type that says nothing: ${type}`] : []),
    ...(type.length > longest ? [`${line} shows ${type.length} characters: ${type}`] : []),
    ...(type.includes("...") ? [`${line} shows a type that is cut off: ${type}`] : []),
    ...(structuresIn(type).some((fields) => fields > WRITTEN_OUT)
      ? [`${line} shows a structure instead of its name: ${type}`]
      : [])
  ])

/** A line with each of the problems, and one without. */
const samples = [
  "const nothing = client.noSuchCall; nothing",
  "const expanded = { a: 1, b: 2, c: 3 }; expanded",
  "client.signInWithCredential",
  "const fine = client.getUser; fine"
]
/** Methods of more than one signature show the one that was chosen where they are called. */
const overloads = [
  { call: 'ofServerApp.getUser/**/("id")', gives: "Promise<ServerUser | null>" },
  { call: 'ofServerApp.getUser/**/({ or: "throw" })', gives: "Promise<CurrentServerUser>" },
  { call: 'ofClientApp.getUser/**/({ or: "throw" })', gives: "Promise<CurrentUser>" },
  { call: "ofClientApp.getUser/**/()", gives: "Promise<CurrentUser | null>" },
  { call: 'ofCurrentUser.getConnectedAccount/**/("github", { or: "redirect" })', gives: "Promise<Connection | null>" },
  { call: 'ofCurrentUser.getConnectedAccount/**/("github", { or: "throw" })', gives: "Promise<Connection>" },
  { call: 'ofCurrentUser.getConnectedAccount/**/("github")', gives: "Promise<Connection | null>" }
]
const resultOf = (given: string, call: string) => `const result = ${given}(${call}); result`

let typeOf: (line: string) => string = () => ""
let tiers: ReadonlyArray<string> = []
let methods: ReadonlyArray<string> = []

beforeAll(async () => {
  tiers = await Effect.runPromise(
    Effect.all([Client.Client, Server.Server, Admin.Admin]).pipe(
      Effect.map(([client, server, admin]) => [
        ...callsOf(client, "client"),
        ...callsOf(server, "server"),
        ...callsOf(server.ofUser("id"), 'server.ofUser("id")'),
        ...callsOf(admin, "admin")
      ]),
      Effect.provide(Testing.layer())
    )
  )
  const members = await completeMembers(
    beginning,
    kinds.map((kind) => `of${kind}`)
  )
  methods = kinds.flatMap((kind, index) => members[index]?.map((member) => `of${kind}.${member}`) ?? [])
  const lines = [
    ...tiers,
    ...methods,
    ...tiers.map((call) => resultOf("givenBy", call)),
    ...methods.map((method) => resultOf("promisedBy", method)),
    ...overloads.map(({ call }) => call),
    ...samples
  ]
  // All are one program, in which each name is another.
  const types = await hoverTypes(
    beginning,
    lines.map((line, index) => line.replaceAll(/\bresult\b/g, `result${index}`))
  )
  const found = new Map(lines.map((line, index) => [line, types[index]?.replace(`result${index}`, "result") ?? ""]))
  typeOf = (line) => found.get(line) ?? ""
}, 120_000)

const shown = (lines: ReadonlyArray<string>): ReadonlyArray<Line> => lines.map((line) => ({ line, type: typeOf(line) }))

describe("An editor shows", () => {
  it("each call of each tier in at most 300 characters, by names", () => {
    assert.isAbove(tiers.length, 200)
    assert.deepStrictEqual(problems(shown(tiers), LONGEST.effect), [])
  })

  it("each member of the facade in at most 200 characters, by names", () => {
    assert.isAbove(methods.length, 200)
    assert.deepStrictEqual(problems(shown(methods), LONGEST.promise), [])
  })

  it("what each call gives in at most 120 characters, by names", () => {
    assert.deepStrictEqual(problems(shown(tiers.map((call) => resultOf("givenBy", call))), LONGEST.result), [])
    const given = (call: string) => typeOf(resultOf("givenBy", call))
    assert.strictEqual(given("client.getUser"), "const result: User | null")
    assert.strictEqual(given("server.allTeams.list"), "const result: readonly ServerTeam[]")
    assert.strictEqual(given("admin.getProject"), "const result: AdminProject")
  })

  it("what each method of the facade gives in at most 120 characters, by names", () => {
    const asynchronous = methods.filter((method) => /\) => (Promise|AsyncIterable)<[^]*>$/.test(typeOf(method)))
    assert.isAbove(asynchronous.length, 100)
    const results = asynchronous.map((method) => resultOf("promisedBy", method))
    assert.deepStrictEqual(problems(shown(results), LONGEST.result), [])
  })

  it("of a method with several signatures the one that is called, in at most 200 characters", () => {
    assert.deepStrictEqual(problems(shown(overloads.map(({ call }) => call)), LONGEST.promise), [])
    for (const { call, gives } of overloads) assert.isTrue(typeOf(call).endsWith(gives), typeOf(call))
  })
})

describe("The test of what an editor shows", () => {
  it("finds what shows nothing, too much, or a structure", () => {
    const [nothing = "", expanded = "", long = "", fine = ""] = samples
    for (const line of [nothing, expanded, long]) assert.lengthOf(problems(shown([line]), 60), 1)
    assert.deepStrictEqual(problems(shown([fine]), 60), [])
  })
})
