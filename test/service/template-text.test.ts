/** The small language of the mails' templates. */
import { assert, describe, it } from "@effect/vitest"
import { fillIn } from "../../service/mail/template-text.ts"
import { startCpuTimer, cpuTimeSince } from "../cpu-time.ts"

const variables = new Map([
  ["name", "Ada"],
  ["empty", ""],
  ["nested", "{{ name }}"],
  ["html", '<b>&"</b>']
])
const fill = (template: string) => fillIn(template, variables)

describe("a template", () => {
  it.each([
    ["shows variables, with any white space", "{{name}} {{ name }} {{\tname\n}}", "Ada Ada Ada"],
    ["escapes nothing", "{{ html }} {{{ html }}}", '<b>&"</b> <b>&"</b>'],
    ["shows nothing for what it does not know", "[{{ nobody }}]", "[]"],
    [
      "asks whether there is a variable",
      "Hi{{#if name}}, {{ name }}{{/if}}!{{#if nobody}}x{{/if}}{{#if empty}}y{{/if}}",
      "Hi, Ada!"
    ],
    ["may say something else instead", "{{#if nobody}}a{{else}}b{{/if}}{{#if name}}c{{else}}d{{/if}}", "bc"],
    ["asks whether there is none", "{{#unless nobody}}a{{/unless}}{{#unless name}}b{{/unless}}", "a"],
    [
      "asks within questions",
      "{{#if name}}1{{#if nobody}}2{{else}}3{{/if}}4{{else}}5{{#if name}}6{{/if}}{{/if}}",
      "134"
    ],
    ["hides questions within what it hides", "{{#if nobody}}{{#if name}}a{{else}}b{{/if}}{{/if}}c", "c"],
    ["drops comments", "a{{! nobody reads this }}b", "ab"],
    ["does not read what variables hold", "{{ nested }}", "{{ name }}"],
    [
      "leaves alone what it cannot read",
      "{{ a b }} {{#each x}} {{> part}} {{ 1 }} {{",
      "{{ a b }} {{#each x}} {{> part}} {{ 1 }} {{"
    ],
    ["survives questions that nobody ends", "a{{#if name}}b", "ab"],
    ["survives ends that nobody began", "a{{/if}}b{{else}}c{{/unless}}", "abc"]
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

  it("is filled in quickly, however it is made", () => {
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
