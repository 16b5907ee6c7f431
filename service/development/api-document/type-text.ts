/** Renders JSON Schema as HTML in the notation of TypeScript, with links to the named schemas. */
import type { Schema } from "effect"
import { escapeHtml } from "../../response/escape-html.ts"
import { type JsonObject, isJsonObject } from "../../../core/json/json-object.ts"

type Json = Schema.Json
const isArray = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)

export const nameOfReference = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

/** Returns the type of a schema as text. `indent` is the depth of its line. */
export const typeText = (schema: Json | undefined, indent = 0): string => {
  if (!isJsonObject(schema)) return "unknown"
  const { $ref, allOf, anyOf, enum: values, items, properties, type } = schema
  if (typeof $ref === "string") {
    const name = escapeHtml(nameOfReference($ref))
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (isArray(anyOf)) return unionText(anyOf, indent)
  if (isArray(values)) return values.map((value) => escapeHtml(JSON.stringify(value))).join(" | ")
  if (type === "array") return `Array&lt;${typeText(items, indent)}&gt;`
  if (isJsonObject(properties)) return objectText(schema, properties, indent)
  if (type === "object") return recordText(schema["additionalProperties"], indent)
  if (isArray(allOf) && type === undefined) return allOf.map((form) => typeText(form, indent)).join(" &amp; ")
  return typeof type === "string" ? escapeHtml(type) : "unknown"
}

/** A reader expects `null` last. Decoding tries it first, which is faster. */
const unionText = (forms: ReadonlyArray<Json>, indent: number): string => {
  const texts = forms.map((form) => typeText(form, indent))
  return [...texts.filter((text) => text !== "null"), ...texts.filter((text) => text === "null")].join(" | ")
}

const recordText = (values: Json | undefined, indent: number): string =>
  values === false ? "{}" : `Record&lt;string, ${typeText(values, indent)}&gt;`

const objectText = (schema: JsonObject, properties: JsonObject, indent: number): string => {
  const entries = Object.entries(properties)
  if (entries.length === 0) return "{}"
  const required = isArray(schema["required"]) ? schema["required"] : []
  const lines = entries.map(([name, property]) => {
    const note = constraintsOf(property)
    const mark = required.includes(name) ? "" : "?"
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name)
    const comment = note === "" ? "" : ` <i>// ${escapeHtml(note)}</i>`
    return `${"  ".repeat(indent + 1)}${escapeHtml(key)}${mark}: ${typeText(property, indent + 1)}${comment}\n`
  })
  return `{\n${lines.join("")}${"  ".repeat(indent)}}`
}

/** Returns the limits of a text or a number, e.g. `at least 8 characters`. */
export const constraintsOf = (schema: Json): string => {
  if (!isJsonObject(schema)) return ""
  const { allOf, anyOf, maximum, maxLength, minimum, minLength, pattern } = schema
  const own = [
    minLength !== undefined && `at least ${minLength} ${minLength === 1 ? "character" : "characters"}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    typeof pattern === "string" && `matches ${pattern}`
  ].filter((text) => text !== false)
  const nested = [...(isArray(allOf) ? allOf : []), ...(isArray(anyOf) ? anyOf : [])]
    .map(constraintsOf)
    .filter((text) => text !== "")
  return [...new Set([...own, ...nested])].join(", ")
}
