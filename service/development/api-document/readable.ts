/**
 * Makes the generated document readable: named schemas for entities, errors by status, and no internals of Effect's
 * schemas.
 */
import { Schema } from "effect"
import { isJsonObject } from "../../../core/json/json-object.ts"
import { knownErrorByCode } from "../../../core/errors/known-errors.ts"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import { isSent } from "./entities.ts"

/** The name of the response that any call may return. */
export const COMMON_ERRORS = "CommonErrors"

type Json = Schema.Json

/** Replaces every nested value, the innermost first. */
const mapJson = (value: Json, change: (value: Json) => Json): Json => {
  if (Array.isArray(value)) return change(value.map((item: Json) => mapJson(item, change)))
  if (!isJsonObject(value)) return change(value)
  return change(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapJson(member, change)])))
}

const refTo = (name: string) => `#/components/schemas/${name}`

/** Removes `Encoded` from references, with which Effect names the encoded form of a schema. */
const plainRef = (value: Json): Json =>
  isJsonObject(value) && typeof value["$ref"] === "string" ? { $ref: value["$ref"].replace(/Encoded$/, "") } : value

/** Removes the nameless property that Effect generates for an object without properties. */
const withoutNothing = (value: Json): Json => {
  if (!isJsonObject(value) || value["properties"] === undefined || !isJsonObject(value["properties"])) return value
  const { "": nothing, ...properties } = value["properties"]
  return nothing === undefined ? value : { ...value, properties }
}

/** Allows additional properties in responses: an older client may call a newer service. */
const allowAdditional = (value: Json): Json => {
  if (!isJsonObject(value) || value["additionalProperties"] !== false) return value
  const { additionalProperties: _, ...rest } = value
  return rest
}

/** Removes duplicates from a union: two tiers may share a form. */
const withoutTwins = (value: Json): Json => {
  if (!isJsonObject(value) || !Array.isArray(value["anyOf"])) return value
  const all = [...new Map(value["anyOf"].map((form: Json) => [JSON.stringify(form), form])).values()]
  const [only] = all
  return all.length === 1 && only !== undefined ? only : { ...value, anyOf: all }
}

/** Replaces the schemas of entities by references. */
const replaceByReference =
  (known: ReadonlyMap<string, string>) =>
  (value: Json): Json => {
    const name = isJsonObject(value) ? known.get(JSON.stringify(value)) : undefined
    return name === undefined ? value : { $ref: refTo(name) }
  }

const describeError = (code: string, schema: Json): Json => {
  const known = knownErrorByCode(code)
  if (known === undefined || !isJsonObject(schema)) return schema
  return { ...schema, description: `Status ${known.status}, with the header \`X-Stack-Known-Error: ${code}\`.` }
}

const commonResponse = {
  description: "Any of the errors that every call may get",
  headers: {
    "x-stack-known-error": { required: false, schema: { type: "string", enum: commonErrors.map(({ code }) => code) } }
  },
  content: {
    "application/json": { schema: { anyOf: commonErrors.map(({ code }) => ({ $ref: refTo(code) })) } },
    "text/plain": { schema: { type: "string" } }
  }
}

const Document = Schema.Struct({
  openapi: Schema.String,
  info: Schema.Json,
  tags: Schema.Json,
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json))),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, Schema.Json),
    securitySchemes: Schema.Json
  })
})
const readDocument = Schema.decodeUnknownSync(Document)

/** Returns the named schemas, the smallest first. Effect lists each as a reference to its encoded form. */
const formsOf = (schemas: Readonly<Record<string, Json>>): ReadonlyArray<readonly [string, Json]> =>
  Object.entries(schemas)
    .filter(([name]) => schemas[`${name}Encoded`] === undefined)
    .map(([name, schema]) => [name.replace(/Encoded$/, ""), schema] as const)
    .sort(([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length)

/** Rewrites a document that Effect generated. */
export const makeReadable = (document: unknown) => {
  const { components, paths, ...rest } = readDocument(document)

  const schemas = new Map<string, Json>()
  const known = new Map<string, string>()
  const rename = replaceByReference(known)
  // Smaller schemas first, so that larger ones refer to them.
  for (const [name, schema] of formsOf(components.schemas)) {
    const form = mapJson(schema, (value) =>
      rename(withoutNothing(plainRef(isSent(name) ? value : allowAdditional(value))))
    )
    const isError = knownErrorByCode(name) !== undefined
    schemas.set(name, isError ? describeError(name, form) : form)
    const isNested = isJsonObject(form) && (form["properties"] !== undefined || form["anyOf"] !== undefined)
    if (!isError && isNested) known.set(JSON.stringify(form), name)
  }

  const clean = (part: Json, isRequest: boolean) =>
    mapJson(part, (value) => withoutTwins(rename(withoutNothing(plainRef(isRequest ? value : allowAdditional(value))))))
  const operations = Object.entries(paths).map(
    ([path, methods]) =>
      [
        path,
        Object.fromEntries(
          Object.entries(methods).map(
            ([method, operation]) =>
              [
                method,
                Object.fromEntries(
                  Object.entries(operation).map(([field, value]) => [field, clean(value, field === "requestBody")])
                )
              ] as const
          )
        )
      ] as const
  )
  return {
    ...rest,
    paths: Object.fromEntries(operations),
    components: {
      ...components,
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b, "en"))),
      responses: { [COMMON_ERRORS]: commonResponse }
    }
  }
}
