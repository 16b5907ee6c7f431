/** TypeScript's language server, asked as an editor asks it: what it shows when a name is hovered over. */
import * as Schema from "effect/Schema"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc")

/** A message of the protocol: a header with its length in bytes, and JSON. */
const encodeMessage = (message: object) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message })
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

interface ServerMessage {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Calls `take` with each message in what a stream brings. */
const readMessages = (stream: NodeJS.ReadableStream, take: (message: ServerMessage) => void) => {
  let bytes = Buffer.alloc(0)
  stream.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const head = bytes.indexOf("\r\n\r\n")
      const length = Number(/Content-Length: (\d+)/i.exec(bytes.subarray(0, head).toString())?.[1])
      if (head < 0 || bytes.length < head + 4 + length) return
      const text = bytes.subarray(head + 4, head + 4 + length).toString()
      bytes = bytes.subarray(head + 4 + length)
      take(JSON.parse(text) as ServerMessage)
    }
  })
}

const connect = ({ stdin, stdout }: ChildProcess) => {
  const waiting = new Map<number, (message: ServerMessage) => void>()
  const send = (message: object) => void stdin?.write(encodeMessage(message))
  if (stdout !== null) {
    readMessages(stdout, (message) => {
      // It asks for settings and the like: there are none.
      if (message.method !== undefined)
        return message.id === undefined ? undefined : send({ id: message.id, result: null })
      if (message.id !== undefined) waiting.get(message.id)?.(message)
    })
  }
  let latest = 0
  return {
    notify: (method: string, params: object) => send({ method, params }),
    request: (method: string, params?: object) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++latest
        waiting.set(id, ({ error, result }) =>
          error === undefined ? resolve(result) : reject(new Error(error.message))
        )
        send({ id, method, params })
      })
  }
}

const initialize = (folder: string) => ({
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  capabilities: { textDocument: { completion: {}, hover: { contentFormat: ["markdown"] } } }
})

/** The type in what is shown, without the documentation and without line breaks. */
const typeIn = (hover: unknown): string => {
  const { contents } = {
    contents: { value: "" },
    ...(hover as { readonly contents?: { readonly value: string } } | null)
  }
  return /```\w*\n([^]*?)```/.exec(contents.value)?.[1]?.replaceAll(/\s+/g, " ").trim() ?? ""
}

type Request = ReturnType<typeof connect>["request"]

/** Opens a program with the settings of this project in a language server, and asks about it. */
const askAbout = async <A>(text: string, ask: (request: Request, uri: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-language-server-"))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction")
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.json"), include: [], files: ["program.ts"] })
  )
  writeFileSync(join(folder, "program.ts"), text)
  const server = spawn(process.execPath, [tsc, "--lsp", "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] })
  const ended = new Promise<void>((resolve) => server.on("close", () => resolve()))
  const { notify, request } = connect(server)
  const uri = pathToFileURL(join(folder, "program.ts")).href
  try {
    await request("initialize", initialize(folder))
    notify("initialized", {})
    notify("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text } })
    const response = await ask(request, uri)
    await request("shutdown")
    notify("exit", {})
    return response
  } finally {
    server.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the type that a hover shows in each line of a program, whose first lines are `beginning`. The hovered name is
 * the one before an empty comment, else the last one of the line. Where nothing is shown the text is empty.
 */
export const hoverTypes = (
  beginning: ReadonlyArray<string>,
  lines: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> =>
  askAbout([...beginning, ...lines].join("\n"), (request, uri) =>
    Promise.all(
      lines.map(async (line, index) => {
        const end = line.includes("/**/") ? line.indexOf("/**/") : line.length
        const position = { line: beginning.length + index, character: end - 1 }
        return typeIn(await request("textDocument/hover", { textDocument: { uri }, position }))
      })
    )
  )

/** Returns the members that completion offers after each expression of a program, whose first lines are `beginning`. */
export const completeMembers = (
  beginning: ReadonlyArray<string>,
  expressions: ReadonlyArray<string>
): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  askAbout([...beginning, ...expressions.map((expression) => `${expression}.;`)].join("\n"), (request, uri) =>
    Promise.all(
      expressions.map(async (expression, index) => {
        const position = { line: beginning.length + index, character: expression.length + 1 }
        return labelsIn(await request("textDocument/completion", { textDocument: { uri }, position }))
      })
    )
  )

const CompletionList = Schema.Struct({ items: Schema.Array(Schema.Struct({ label: Schema.String })) })

const labelsIn = (completion: unknown): ReadonlyArray<string> =>
  Schema.decodeUnknownSync(CompletionList)(completion).items.map(({ label }) => label)
