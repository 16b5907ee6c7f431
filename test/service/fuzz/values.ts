/** Generates values for a schema: valid, nearly valid, or malformed. */
import { Schema, type SchemaAST } from "effect"
import type { InputSchema } from "../../../core/http/endpoint.ts"
import type { Chance } from "./chance.ts"
import type { KnownValues } from "./known-values.ts"
import { foreign, GUEST, own } from "./seed.ts"

/** Strings that are known to break programs. */
const malformedTexts = [
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

const malformedOthers: ReadonlyArray<unknown> = [
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

/** Large values, which are rarely chosen. */
const huge: ReadonlyArray<() => unknown> = [
  () => "x".repeat(1_000_000),
  () => "\ud800".repeat(100_000),
  () => `data:image/png;base64,${"A".repeat(990_000)}`,
  () => Array.from({ length: 50_000 }, (_, index) => index),
  () => Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`p${index}`, index])),
  () => nest(400),
  () => nest(90)
]

const nest = (depth: number): unknown => {
  let value: unknown = "deep"
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export const generateMalformed = (c: Chance): unknown =>
  c.is(0.02) ? c.of(huge)() : c.is(0.6) ? c.of(malformedTexts) : c.of(malformedOthers)

const urls = [
  "http://localhost:3000/handler",
  "http://127.0.0.1:3000/x?y=1",
  "https://evil.example/",
  "http://localhost/#h",
  "javascript:alert(1)"
]
const codes = ["0".repeat(45), "z".repeat(45)]

/** Returns a typical value for a field of this name. */
const usual = (c: Chance, known: KnownValues, name: string): string => {
  const learned = known.get(name)
  // Recent values are the most likely to be valid.
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
    return c.of(["admin", "member", "fuzz:permission", "fuzz:project", "$read_members", "fuzz:new", "google"])
  if (name.endsWith("_id")) return c.of([own.user.id, foreign.user.id, "me", "99999999-9999-4999-8999-999999999999"])
  if (/limit|cursor|desc|order/.test(name)) return c.of(["1", "10", "true", "signed_up_at"])
  return c.of(["text", "Ünïcödé ✓", "0", "true"])
}

const numbers = [0, 1, 25, 600_000, 3_600_000, 4_102_444_800_000]

/** Returns any JSON, for metadata. */
const json = (c: Chance, depth = 0): unknown =>
  c.weighted<() => unknown>([
    [3, () => c.of(["text", 1, null, true])],
    [1, () => c.of(malformedTexts)],
    [
      depth > 3 ? 0 : 1,
      () => ({ a: json(c, depth + 1), [c.of(["b", "__proto__", "toJSON", ""])]: json(c, depth + 1) })
    ],
    [depth > 3 ? 0 : 1, () => [json(c, depth + 1)]]
  ])()

/** Returns a value of the encoded type of a schema. Checks of the schema may fail. */
const generateValue = (c: Chance, known: KnownValues, ast: SchemaAST.AST, name: string): unknown => {
  switch (ast._tag) {
    case "Objects": {
      // A request with few optional properties is more likely to be valid.
      const share = c.of([0.1, 0.5, 0.9])
      return Object.fromEntries(
        ast.propertySignatures
          // The contract declares an excluded property as `never`.
          .filter(({ type }) => type._tag !== "Never" && (type.context?.isOptional !== true || c.is(share)))
          .map(({ name, type }) => [String(name), generateValue(c, known, type, String(name))])
      )
    }
    case "Arrays":
      return Array.from({ length: c.below(3) }, () =>
        generateValue(c, known, c.of([...ast.elements, ...ast.rest]), name)
      )
    case "Union":
      return generateValue(c, known, c.of(ast.types), name)
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
    case "Suspend":
      return generateValue(c, known, ast.thunk(), name)
    case "Never":
    case "Undefined":
      return undefined
    default:
      return json(c)
  }
}

/** Returns a body whose members have the types of the contract. */
export const generateBody = (c: Chance, body: InputSchema): unknown =>
  generateValue(c, new Map(), Schema.toEncoded(body).ast, "")

/** Replaces, removes or adds one member of a value. */
export const spoil = (c: Chance, value: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0 && c.is(0.8)) {
    const at = c.below(value.length)
    return value.map((member, index) => (index === at ? spoil(c, member) : member))
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || c.is(0.1)) return generateMalformed(c)
  const keys = Object.keys(value)
  if (keys.length === 0 || c.is(0.15))
    return {
      ...value,
      [c.of([...malformedTexts.slice(0, 12), "extra", "id", "server_metadata"])]: generateMalformed(c)
    }
  const key = c.of(keys)
  const entries = Object.entries(value)
  if (c.is(0.15)) return Object.fromEntries(entries.filter(([name]) => name !== key))
  return Object.fromEntries(entries.map(([name, member]) => [name, name === key ? spoil(c, member) : member]))
}

/** Returns a value for the path, query or body of a request. */
export const partOf = (c: Chance, known: KnownValues, part: InputSchema | undefined): unknown => {
  const fit = part === undefined ? {} : generateValue(c, known, Schema.toEncoded(part).ast, "")
  return c.weighted<() => unknown>([
    [6, () => fit],
    [4, () => spoil(c, fit)],
    [1, () => generateMalformed(c)]
  ])()
}

/** Serializes a value for a place that takes strings only. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined")

/** Returns the parameters of a path. */
export const paramsOf = (c: Chance, known: KnownValues, part: InputSchema | undefined): ReadonlyMap<string, string> => {
  const fit = part === undefined ? {} : Object(generateValue(c, known, Schema.toEncoded(part).ast, ""))
  return new Map(
    Object.keys(fit).map((name) => [name, c.is(0.85) ? textOf(Reflect.get(fit, name)) : c.of(malformedTexts)])
  )
}
