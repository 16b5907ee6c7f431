// @ts-check
// Makes the bundled command start faster: V8 compiles the functions that a start calls when it loads their file.
//
// Node's compile cache holds what V8 compiles with a file. V8 compiles all other functions when they are first called,
// at each start anew, which is a fifth of the time until `keystile dev` responds. A function in parentheses is compiled
// with its file (https://v8.dev/blog/preparser#pife).

import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { createInterface } from "node:readline"
import { MagicString } from "magic-string"
import { parseSync, Visitor } from "vite"

/**
 * Puts parentheses around the functions that a start of `keystile dev` calls.
 *
 * @param {string} folder the folder of the bundled command
 */
export const compileEagerly = async (folder) => {
  const called = await functionsOfStart(join(folder, "bin.mjs"))
  if (called.size === 0) throw new Error("V8's coverage of a start names no file of the command")
  for (const [name, starts] of called) {
    const file = join(folder, name)
    writeFileSync(file, inParentheses(readFileSync(file, "utf8"), starts))
  }
}

/**
 * Starts the command once. Returns the offsets at which the called functions start, by the names of their files.
 *
 * @param {string} command
 * @returns {Promise<Map<string, Set<number>>>}
 */
const functionsOfStart = async (command) => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-start-"))
  try {
    const child = spawn(process.execPath, [command, "dev", "--json", "--port", "0", "--db", ":memory:"], {
      env: { ...process.env, NODE_ENV: "development", NODE_V8_COVERAGE: folder },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const ended = once(child, "exit")
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended])
    if (typeof line !== "string") throw new Error("The bundled command did not start")
    await (await fetch(`${JSON.parse(line).url}/health`)).text()
    child.kill("SIGTERM")
    await ended
    return readCoverage(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Reads what V8 writes for `NODE_V8_COVERAGE`.
 *
 * @typedef {{ functions: ReadonlyArray<{ ranges: ReadonlyArray<Range> }>, url: string }} Coverage
 * @typedef {{ count: number, startOffset: number }} Range
 * @param {string} folder
 */
const readCoverage = (folder) => {
  const called = new Map()
  for (const file of globSync(join(folder, "*.json"))) {
    /** @type {{ result: ReadonlyArray<Coverage> }} */
    const { result } = JSON.parse(readFileSync(file, "utf8"))
    for (const { functions, url } of result) {
      const name = basename(url)
      if (!url.startsWith("file:") || !/^keystile.*\.js$/.test(name)) continue
      // The first range of a function is the whole of it.
      const whole = functions.flatMap(({ ranges }) => ranges.slice(0, 1))
      called.set(name, new Set(whole.filter(({ count }) => count > 0).map(({ startOffset }) => startOffset)))
    }
  }
  return called
}

/**
 * Returns the code with parentheses around the functions that start at these offsets.
 *
 * @param {string} code
 * @param {ReadonlySet<number>} starts
 */
const inParentheses = (code, starts) => {
  const text = new MagicString(code)
  const methods = new Set()
  const add = (/** @type {{ start: number, end: number }} */ { end, start }) => {
    if (starts.has(start) && !methods.has(start)) text.appendRight(start, "(").appendLeft(end, ")")
  }
  // A method has the syntax of its class or object around its function.
  const addMethod = (/** @type {{ value: { start: number } | null }} */ { value }) => methods.add(value?.start)
  new Visitor({
    MethodDefinition: addMethod,
    Property: (property) => {
      if (property.method || property.kind !== "init") addMethod(property)
    },
    ArrowFunctionExpression: add,
    FunctionExpression: add
  }).visit(parseSync("command.js", code).program)
  return text.toString()
}
