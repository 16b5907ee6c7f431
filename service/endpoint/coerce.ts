/**
 * Coerces values of a request to the types of the contract, by the rules of the validator yup, version 1, which clients
 * of this protocol rely on: numbers and booleans to strings, strings to numbers, strings and 0 and 1 to booleans.
 *
 * A value that cannot be converted is unchanged, and the schema refuses it. Fields that take any JSON are not coerced.
 */
import { Predicate, Schema, type SchemaAST } from "effect"
import type { InputSchema } from "../../core/http/endpoint.ts"

type AST = SchemaAST.AST

/** Returns a function that converts a value; it returns the same value if there is nothing to convert. */
export const coercionOf = (part: InputSchema): ((value: unknown) => unknown) => {
  const { ast } = Schema.toEncoded(part)
  return (value) => coerce(ast, value)
}

const coerce = (ast: AST, value: unknown): unknown => {
  switch (ast._tag) {
    case "String":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value
    case "Number":
      return typeof value === "string" ? numberOf(value) : value
    case "Boolean":
      return booleanOf(value)
    case "Literal":
      return literalOf(ast.literal, value)
    case "Union":
      return coerceToOne(ast.types, value)
    case "Objects":
      return Predicate.isReadonlyObject(value) ? coerceMembers(ast, value) : value
    case "Arrays":
      return Array.isArray(value) ? coerceItems(ast, value) : value
    case "Suspend":
      return coerce(ast.thunk(), value)
    default:
      return value
  }
}

/** Ignores white space. A string of white space is not a number. */
const numberOf = (text: string): unknown => {
  const digits = text.replaceAll(/\s/g, "")
  const number = digits === "" ? Number.NaN : Number(digits)
  return Number.isNaN(number) ? text : number
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false]
])

const booleanOf = (value: unknown): unknown =>
  typeof value === "string" || typeof value === "number" ? (booleans.get(String(value).toLowerCase()) ?? value) : value

const literalOf = (literal: SchemaAST.LiteralValue, value: unknown): unknown => {
  const converted =
    typeof literal === "boolean"
      ? booleanOf(value)
      : typeof literal === "number" && typeof value === "string"
        ? numberOf(value)
        : typeof literal === "string" && (typeof value === "number" || typeof value === "boolean")
          ? String(value)
          : value
  return converted === literal ? literal : value
}

/** Returns whether a value already has the type of a union member. */
const isOfType = (ast: AST, value: unknown): boolean => {
  switch (ast._tag) {
    case "String":
      return typeof value === "string"
    case "Number":
      return typeof value === "number"
    case "Boolean":
      return typeof value === "boolean"
    case "Null":
      return value === null
    case "Literal":
      return value === ast.literal
    case "Arrays":
      return Array.isArray(value)
    case "Objects":
      return (
        Predicate.isReadonlyObject(value) &&
        ast.propertySignatures.every(
          ({ name, type }) =>
            type._tag !== "Literal" || type.context?.isOptional === true || Reflect.get(value, name) === type.literal
        )
      )
    case "Suspend":
      return isOfType(ast.thunk(), value)
    default:
      return false
  }
}

/** Chooses the union member whose type the value has, otherwise the first to which it can be converted. */
const coerceToOne = (choices: ReadonlyArray<AST>, value: unknown): unknown => {
  const fitting = choices.find((choice) => isOfType(choice, value))
  if (fitting !== undefined) return coerce(fitting, value)
  // An object that fits no member is refused as a whole.
  if (typeof value === "object") return value
  for (const choice of choices) {
    const converted = coerce(choice, value)
    if (converted !== value) return converted
  }
  return value
}

const coerceMembers = ({ propertySignatures }: SchemaAST.Objects, value: object): object => {
  const changes = propertySignatures.flatMap(({ name, type }) => {
    if (typeof name !== "string" || !Object.hasOwn(value, name)) return []
    const before: unknown = Reflect.get(value, name)
    const after = coerce(type, before)
    return after === before ? [] : [[name, after] as const]
  })
  // No spread: a member may be called `__proto__`.
  return changes.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...changes])
}

const coerceItems = ({ rest: [item] }: SchemaAST.Arrays, value: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  if (item === undefined) return value
  const items = value.map((member) => coerce(item, member))
  return items.some((member, index) => member !== value[index]) ? items : value
}
