/** The template language of mails. */
import { assert, describe, it } from "@effect/vitest"
import { fillIn } from "../../../service/mail/template-text.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

const variables = new Map([
  ["name", "Ada"],
  ["empty", ""],
  ["nested", "{{ name }}"],
  ["html", '<b>&"</b>']
])
const fill = (template: string) => fillIn(template, variables)

describe("a template", () => {
  it.each([
    ["replaces variables, with any white space", "{{name}} {{ name }} {{\tname\n}}", "Ada Ada Ada"],
    ["does not escape values", "{{ html }} {{{ html }}}", '<b>&"</b> <b>&"</b>'],
    ["replaces unknown variables by nothing", "[{{ missing }}]", "[]"],
    [
      "renders a block if a variable is set",
      "Hi{{#if name}}, {{ name }}{{/if}}!{{#if missing}}x{{/if}}{{#if empty}}y{{/if}}",
      "Hi, Ada!"
    ],
    ["renders the else block otherwise", "{{#if missing}}a{{else}}b{{/if}}{{#if name}}c{{else}}d{{/if}}", "bc"],
    [
      "renders an inverted block if a variable is not set",
      "{{#unless missing}}a{{/unless}}{{#unless name}}b{{/unless}}",
      "a"
    ],
    ["nests blocks", "{{#if name}}1{{#if missing}}2{{else}}3{{/if}}4{{else}}5{{#if name}}6{{/if}}{{/if}}", "134"],
    ["omits blocks nested in an omitted one", "{{#if missing}}{{#if name}}a{{else}}b{{/if}}{{/if}}c", "c"],
    ["removes comments", "a{{! not rendered }}b", "ab"],
    ["does not interpret the values of variables", "{{ nested }}", "{{ name }}"],
    [
      "keeps unknown syntax unchanged",
      "{{ a b }} {{#each x}} {{> part}} {{ 1 }} {{",
      "{{ a b }} {{#each x}} {{> part}} {{ 1 }} {{"
    ],
    ["accepts blocks without an end", "a{{#if name}}b", "ab"],
    ["accepts ends without a block", "a{{/if}}b{{else}}c{{/unless}}", "abc"]
  ])("%s", (_, template, expected) => {
    assert.strictEqual(fill(template), expected)
  })

  it.each([
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "__defineGetter__",
    "this",
    "name.length",
    "lookup"
  ])("cannot reach %s", (name) => {
    const shown = fill(`[{{ ${name} }}]{{#if ${name}}}x{{/if}}`)
    assert.notInclude(shown, "function")
    assert.isTrue(shown === "[]" || shown === `[{{ ${name} }}]{{#if ${name}}}x`, shown)
  })

  it("is rendered in linear time", () => {
    const startedAt = startCpuTimer()
    for (const piece of [
      "{{",
      "{{{",
      "{{#if name}}",
      "{{ name }}",
      "{{name",
      "}}",
      "{{else}}",
      "{{ ".concat(" ".repeat(50))
    ]) {
      fill(piece.repeat(Math.ceil(100_000 / piece.length)))
    }
    assert.isBelow(cpuTimeSince(startedAt), 500)
  })
})
