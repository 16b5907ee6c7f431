/** Values for the parts of a request: as the schema wants them, almost, and not at all. */
import { Schema, type SchemaAST } from "effect"
import type { Part } from "../../../core/http/endpoint.ts"
import type { Chance } from "./chance.ts"
import type { KnownValues } from "./known-values.ts"
import { foreign, GUEST, own } from "./seed.ts"

/** Text that has broken programs before. */
const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff@example.com",
  "__proto__",
  "constructor",
  "undefined",
  "null",
  "NaN",
  "-1",
  "1e999",
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  "%",
  "%_%",
  "../../etc/passwd",
  "{{constructor.constructor('return process')()}}",
  "{{#each this}}{{this}}{{/each}}",
  "${7*7}",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "data:text/html,<script>",
  "https://evil.example/",
  "//evil.example",
  "https://localhost@evil.example/",
  "http://localhost.evil.example",
  "\u202e\ufeff\u200b",
  "İıſ",
  "💥".repeat(50),
  "a".repeat(300),
  "a".repeat(9999),
  "a@".repeat(4000),
  "$2b$31$" + "a".repeat(53),
  "00000000-0000-0000-0000-000000000000",
  "AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA"
]

const hostileOthers: ReadonlyArray<unknown> = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53 + 2,
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  { toString: 1 },
  { constructor: { prototype: { polluted: true } } }
]

/** Big, so it comes seldom. */
const huge: ReadonlyArray<() => unknown> = [
  () => "x".repeat(1_000_000),
  () => "\ud800".repeat(100_000),
  () => `data:image/png;base64,${"A".repeat(990_000)}`,
  () => Array.from({ length: 50_000 }, (_, index) => index),
  () => Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`p${index}`, index])),
  () => nested(400),
  () => nested(90)
]

const nested = (depth: number): unknown => {
  let value: unknown = "deep"
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export const hostile = (c: Chance): unknown =>
  c.is(0.02) ? c.of(huge)() : c.is(0.6) ? c.of(hostileTexts) : c.of(hostileOthers)

const urls = [
  "http://localhost:3000/handler",
  "http://127.0.0.1:3000/x?y=1",
  "https://evil.example/",
  "http://localhost/#h",
  "javascript:alert(1)"
]
const codes = ["0".repeat(45), "z".repeat(45)]

/** What a field of this name usually holds. */
const usual = (c: Chance, known: KnownValues, name: string): string => {
  const learned = known.get(name)
  // What is new is the most likely to be still good.
  if (learned !== undefined && c.is(0.9)) return c.of(c.is(0.4) ? learned.slice(-3) : learned)
  if (/(^|_)email$|^value$|^search$|^query$/.test(name)) return c.of([`fuzz${c.below(200)}@fuzz.example`, GUEST.email])
  if (name === "password_hash") return "$2b$04$" + "abcdefghijklmnopqrstuu".repeat(3).slice(0, 53)
  if (/password/.test(name)) return c.of([GUEST.password, GUEST.password, "short", "another password", "p".repeat(70)])
  if (name === "profile_image_url") return c.of(["https://img.example/a.png", "data:image/png;base64,AAAA"])
  if (/ur[il]$/.test(name)) return c.of(urls)
  if (name === "code" || name === "nonce") return c.of([...codes, ...(known.get("attempt_code") ?? [])])
  if (name === "client_id") return c.of([own.id, own.id, own.id, foreign.id])
  if (name === "client_secret") return c.of([own.keys.client, own.keys.client, foreign.keys.client])
  if (name === "token") return c.of(known.get("access_token") ?? [""])
  if (name === "totp") return c.of(["000000", "123456"])
  if (name === "totp_secret_base64") return "AAAAAAAAAAAAAAAAAAAAAAAAAAA="
  if (name === "host") return "127.0.0.1"
  if (name === "provider_id" || name === "provider_scope") return c.of(["google", "github", "apple", "nonsense"])
  if (name === "code_challenge_method") return c.of(["S256", "S256", "plain"])
  if (name === "code_challenge" || name === "code_verifier") return "E9Melhoa2OwvFrEMTJGuCHaoeK1t8URWbuGJSstw-cM"
  if (name === "response_type") return "code"
  if (name === "scope") return c.of(["legacy", "openid", "a b"])
  if (name === "domain") return c.of(["https://app.example", "http://localhost:3000"])
  if (name === "handler_path") return "/handler"
  if (/permission|^id$/.test(name))
    return c.of(["admin", "member", "fuzz:permission", "$read_members", "fuzz:new", "google"])
  if (name.endsWith("_id")) return c.of([own.user.id, foreign.user.id, "me", "99999999-9999-4999-8999-999999999999"])
  if (/limit|cursor|desc|order/.test(name)) return c.of(["1", "10", "true", "signed_up_at"])
  return c.of(["text", "Ünïcödé ✓", "0", "true"])
}

const numbers = [0, 1, 25, 600_000, 3_600_000, 4_102_444_800_000]

/** AnyJson JSON, for metadata and the like. */
const json = (c: Chance, depth = 0): unknown =>
  c.weighted<() => unknown>([
    [3, () => c.of(["text", 1, null, true])],
    [1, () => c.of(hostileTexts)],
    [
      depth > 3 ? 0 : 1,
      () => ({ a: json(c, depth + 1), [c.of(["b", "__proto__", "toJSON", ""])]: json(c, depth + 1) })
    ],
    [depth > 3 ? 0 : 1, () => [json(c, depth + 1)]]
  ])()

/** A value that fits the encoded testProject of a schema, except for rules that only its checks know. */
const fitting = (c: Chance, known: KnownValues, ast: SchemaAST.AST, name: string): unknown => {
  switch (ast._tag) {
    case "Objects": {
      // With few of the optional properties together a request has the better chance to be a right one.
      const share = c.of([0.1, 0.5, 0.9])
      return Object.fromEntries(
        ast.propertySignatures
          // A property that nothing can have is how the contract says "none".
          .filter(({ type }) => type._tag !== "Never" && (type.context?.isOptional !== true || c.is(share)))
          .map(({ name, type }) => [String(name), fitting(c, known, type, String(name))])
      )
    }
    case "Arrays":
      return Array.from({ length: c.below(3) }, () => fitting(c, known, c.of([...ast.elements, ...ast.rest]), name))
    case "Union":
      return fitting(c, known, c.of(ast.types), name)
    case "Literal":
      return ast.literal
    case "String":
      return usual(c, known, name)
    case "Number":
      return name === "port" ? 1 : c.of(numbers)
    case "Boolean":
      return c.is(0.5)
    case "Null":
      return null
    case "Never":
    case "Undefined":
      return undefined
    default:
      return json(c)
  }
}

/** A body whose members have the types that the contract wants. */
export const fittingBody = (c: Chance, body: Part): unknown => fitting(c, new Map(), Schema.toEncoded(body).ast, "")

/** One place of a value made wrong. */
export const spoil = (c: Chance, value: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0 && c.is(0.8)) {
    const at = c.below(value.length)
    return value.map((member, index) => (index === at ? spoil(c, member) : member))
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || c.is(0.1)) return hostile(c)
  const keys = Object.keys(value)
  if (keys.length === 0 || c.is(0.15))
    return { ...value, [c.of([...hostileTexts.slice(0, 12), "extra", "id", "server_metadata"])]: hostile(c) }
  const key = c.of(keys)
  const entries = Object.entries(value)
  if (c.is(0.15)) return Object.fromEntries(entries.filter(([name]) => name !== key))
  return Object.fromEntries(entries.map(([name, member]) => [name, name === key ? spoil(c, member) : member]))
}

/** A part of a request. */
export const partOf = (c: Chance, known: KnownValues, part: Part | undefined): unknown => {
  const fit = part === undefined ? {} : fitting(c, known, Schema.toEncoded(part).ast, "")
  return c.weighted<() => unknown>([
    [6, () => fit],
    [4, () => spoil(c, fit)],
    [1, () => hostile(c)]
  ])()
}

/** A value where there are only texts. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined")

/** The parameters of a path. */
export const paramsOf = (c: Chance, known: KnownValues, part: Part | undefined): ReadonlyMap<string, string> => {
  const fit = part === undefined ? {} : Object(fitting(c, known, Schema.toEncoded(part).ast, ""))
  return new Map(
    Object.keys(fit).map((name) => [name, c.is(0.85) ? textOf(Reflect.get(fit, name)) : c.of(hostileTexts)])
  )
}
