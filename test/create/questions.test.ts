/** The questions of `create-keystile`, in a terminal. */
import { PassThrough } from "node:stream"
import { expect, it, vi } from "vitest"
import { askMissing } from "../../create/questions.ts"
import { templates } from "../../create/templates.ts"

const DOWN = "\u001B[B"

/** A terminal, and what it shows. */
const makeTerminal = () => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 })
  let shown = ""
  output.on("data", (text: Buffer) => (shown += text.toString()))
  const shows = (text: string) => vi.waitFor(() => expect(shown).toContain(text), { timeout: 20_000 })
  return { terminal: { input, output }, type: (keys: string) => void input.write(keys), shows }
}

const nothing = { name: undefined, template: undefined, yes: false }

it("asks for the name and the template, and refuses an invalid name", async () => {
  const { shows, terminal, type } = makeTerminal()
  const answers = askMissing(nothing, terminal)
  await shows("What is the name of the application?")
  type("my app")
  type("\r")
  await shows("name can only contain URL-friendly characters")
  type("\u007F".repeat(4))
  type("-shop")
  type("\r")
  await shows("Which template?")
  for (const { title } of templates) await shows(title)
  type(DOWN)
  type("\r")
  expect(await answers).toEqual({ name: "my-shop", template: (templates[1] ?? templates[0]).id })
})

it("offers a name", async () => {
  const { shows, terminal, type } = makeTerminal()
  const answers = askMissing({ ...nothing, template: "vite" }, terminal)
  await shows("my-app")
  type("\r")
  expect(await answers).toEqual({ name: "my-app", template: "vite" })
})

it("asks nothing that is given", async () => {
  const { terminal } = makeTerminal()
  expect(await askMissing({ name: "shop", template: "vite", yes: false }, terminal)).toEqual({
    name: "shop",
    template: "vite"
  })
})

it("creates nothing after Ctrl-C", async () => {
  const { shows, terminal, type } = makeTerminal()
  const answers = askMissing(nothing, terminal)
  await shows("What is the name of the application?")
  type("\u0003")
  expect(await answers).toBeUndefined()
  await shows("Nothing was created.")
})
