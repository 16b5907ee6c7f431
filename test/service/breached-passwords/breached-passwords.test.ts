/** Lists of breached passwords: searching them, and files that are none. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import {
  checkBreachedPasswords,
  makeBreachedPasswords,
  openBreachedPasswords
} from "../../../service/breached-passwords/breached-passwords.ts"
import { type Gauge, Gauges } from "../../../service/process/gauges.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { hashesOf, listOf, sha1 } from "./lists.ts"

const makePasswords = (count: number) => Array.from({ length: count }, (_, index) => `password ${index}`)

/** Writes a list and opens it. */
const opened = Effect.fnUntraced(function* (content: string | Buffer) {
  const { path } = yield* temporaryFolder
  const file = path("list.txt")
  writeFileSync(file, content)
  const { include } = yield* makeBreachedPasswords(yield* openBreachedPasswords(file))
  return { file, include: (password: string) => include(Redacted.make(password)) }
})

/** Returns why a list cannot be used. */
const problemOf = Effect.fnUntraced(function* (content: string | Buffer) {
  const { path } = yield* temporaryFolder
  writeFileSync(path("list.txt"), content)
  return (yield* Effect.flip(checkBreachedPasswords(path("list.txt")))).problem
}, Effect.scoped)

describe("a list of breached passwords", () => {
  const few = makePasswords(7)
  it.live.each([
    ["with counts", listOf(few)],
    ["with CRLF", listOf(few, "\r\n")],
    ["without a line break at its end", listOf(few).trimEnd()],
    ["without counts", `${hashesOf(few).join("\n")}\n`],
    ["in lower case", listOf(few).toLowerCase()],
    ["with repeated lines", listOf([...few, ...few])]
  ] as const)("%s has exactly its passwords", ([, content]) =>
    Effect.gen(function* () {
      const { include } = yield* opened(content)
      for (const password of few) assert.isTrue(yield* include(password), password)
      for (const password of ["", "password 7", "Password 1", sha1("password 1")]) {
        assert.isFalse(yield* include(password), password)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is searched in a file that is larger than what is read at once", () =>
    Effect.gen(function* () {
      const many = makePasswords(1500)
      for (const lineBreak of ["\n", "\r\n"]) {
        const { include } = yield* opened(listOf(many, lineBreak))
        for (const password of many) assert.isTrue(yield* include(password), password)
        for (let index = 1500; index < 1600; index++) assert.isFalse(yield* include(`password ${index}`))
      }
    }).pipe(Effect.scoped)
  )

  it.live("finds its first and its last line, and nothing before and after them", () =>
    Effect.gen(function* () {
      const many = makePasswords(1500)
      const byHash = new Map(many.map((password) => [sha1(password), password]))
      const sorted = [...byHash.keys()].sort()
      const { include } = yield* opened(sorted.slice(1, -1).join("\n"))
      for (const [index, isIn] of [
        [0, false],
        [1, true],
        [-2, true],
        [-1, false]
      ] as const) {
        assert.strictEqual(yield* include(byHash.get(sorted.at(index) ?? "") ?? ""), isIn, String(index))
      }
    }).pipe(Effect.scoped)
  )

  it.live("is still read after its file was deleted, or replaced by another one", () =>
    Effect.gen(function* () {
      const { file, include } = yield* opened(listOf(few))
      writeFileSync(`${file}.new`, listOf(["another password"]))
      renameSync(`${file}.new`, file)
      assert.isTrue(yield* include("password 1"))
      assert.isFalse(yield* include("another password"))
      rmSync(file)
      assert.isTrue(yield* include("password 1"))
    }).pipe(Effect.scoped)
  )

  it.live(
    "that becomes unreadable accepts every password, logs that once and sets its metric, until it is readable",
    () => {
      const lines: Array<string> = []
      const gauges: Array<Gauge> = []
      const logger = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
      return Effect.gen(function* () {
        const { file, include } = yield* opened(listOf(few))
        const readable = () => gauges.map(({ name, read }) => [name, read()])
        assert.deepStrictEqual(readable(), [["keystile_breached_passwords_readable", 1]])
        truncateSync(file, 50)
        assert.isFalse(yield* include("password 1"))
        assert.isFalse(yield* include("password 2"))
        assert.deepStrictEqual(readable(), [["keystile_breached_passwords_readable", 0]])
        assert.lengthOf(lines, 1)
        assert.include(lines[0], `New passwords are not compared with the breached ones in ${file}`)
        writeFileSync(file, "x".repeat(listOf(few).length))
        assert.isFalse(yield* include("password 1"))
        assert.lengthOf(lines, 1)
        writeFileSync(file, listOf(few))
        assert.isTrue(yield* include("password 1"))
        assert.deepStrictEqual(readable(), [["keystile_breached_passwords_readable", 1]])
        assert.lengthOf(lines, 2)
      }).pipe(
        Effect.scoped,
        Effect.provideService(Gauges, { publish: (gauge) => void gauges.push(gauge) }),
        Effect.provide(Logger.layer([logger]))
      )
    }
  )
})

describe("a file that is no list of breached passwords", () => {
  const lines = hashesOf(makePasswords(200_000))
  const [a = "", b = "", c = ""] = lines
  const ntlm = "8846F7EAEE8FB117AD06BDD830B7586C"
  const digits = /has no SHA-1 hash\. Each line is 40 hexadecimal digits, and optionally a colon and a count\.$/
  it.effect.each([
    ["an empty file", "", /^it is empty\.$/],
    ["a line break", "\n", /^the line at byte 0 has no SHA-1 hash/],
    ["an empty line between others", `${a}\n\n${b}\n`, /^the line at byte 41 has no SHA-1 hash/],
    ["plain passwords", "123456\npassword\n", digits],
    ["NTLM hashes", `${ntlm}:12\n`, /^the line at byte 0 has an NTLM hash\. Download the list with SHA-1 hashes\.$/],
    ["a byte order mark", `\uFEFF${a}\n`, digits],
    ["UTF-16", Buffer.from(`${a}\n${b}\n`, "utf16le"), digits],
    ["binary zeros", Buffer.alloc(1000), digits],
    ["a long line", "A".repeat(10_000_000), digits],
    ["something behind the count", `${a}:1;\n`, digits],
    ["a hash that is too long", `${a}0\n`, digits],
    ["a cut last line", `${a}\n${b}\n${c.slice(0, 20)}`, /^the line at byte 82 has no SHA-1 hash/],
    [
      "lines in another order",
      `${a}:1\n${c}:1\n${b}:1\n`,
      /^the line at byte 86 is out of order\. Sort the list by its/
    ],
    ["a large file in another order", `${lines.toReversed().join("\n")}\n`, /is out of order/],
    [
      "a large file whose halves are in another order",
      `${[...lines.slice(100_000), ...lines.slice(0, 100_000)].join("\n")}\n`,
      /is out of order/
    ],
    ["a large file that ends with something else", `${lines.join("\n")}\nthe end`, digits]
  ] as const)("is refused with what is wrong and where: %s", ([, content, expected]) =>
    Effect.map(problemOf(content), (problem) => assert.match(problem, expected))
  )

  it.effect("is refused if there is none, or if it is a folder or a pipe", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      mkdirSync(path("folder"))
      execFileSync("mkfifo", [path("pipe")])
      for (const [name, problem] of [
        ["missing", "the file does not exist. Check the path."],
        ["folder", "it is a folder. Name a file in it."],
        ["pipe", "it is not a regular file."],
        ["folder/\0", "it cannot be read (ERR_INVALID_ARG_VALUE)."]
      ] as const) {
        const error = yield* Effect.flip(checkBreachedPasswords(path(name)))
        assert.strictEqual(error.message, `The list of breached passwords ${path(name)} cannot be used: ${problem}`)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("may be large and in order", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const content = `${lines.join("\r\n")}\r\n`
      writeFileSync(path("list.txt"), content)
      assert.strictEqual(yield* checkBreachedPasswords(path("list.txt")), content.length)
    }).pipe(Effect.scoped)
  )
})
