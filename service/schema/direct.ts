/**
 * Decodes and encodes valid values without Effect's schema interpreter, for the hot path: rows of the stores, and the
 * bodies of requests and responses. Structs, arrays and nullable fields are handled in one pass. Any other schema, and
 * any value that does not fit, is passed to the schema itself, which also reports the errors.
 *
 * Microseconds per call, in turn with Effect's own functions (`node bench/direct-schemas.mjs`): a row of a user 1
 * instead of 106, the response of a server user 15 instead of 59, the body of a sign-in 2 instead of 9.
 */
import { Effect, Predicate, Schema, SchemaAST } from "effect"
import { Metadata } from "../../core/schema/fields/json.ts"
import { Millis } from "../../core/schema/fields/millis.ts"

type AST = SchemaAST.AST

/** Decodes or encodes a value, or throws. */
export type Read = (value: unknown) => unknown

/** Functions that replace some schemas. They throw if a value does not fit. */
type CustomReaders = ReadonlyMap<AST, Read>

/** Always caught. */
const unfit = new Error("The value does not fit")

/** Throws, so that the schema reports the error. */
export const refuse = (): never => {
  throw unfit
}

const moments: CustomReaders = new Map<AST, Read>([
  [Millis.ast, (value) => (isMillis(value) ? new Date(value) : refuse())],
  [
    SchemaAST.flip(Millis.ast),
    (value) => (value instanceof Date && isMillis(value.getTime()) ? value.getTime() : refuse())
  ]
])

// The range of a `Date` (ECMA-262, section 21.4.1.1).
const isMillis = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) <= 8.64e15

/** The options of a reader. */
interface Rules {
  readonly known: CustomReaders
  /** Passes any JSON without validating it. Default `false`. */
  readonly isJsonValid?: boolean
  readonly options?: SchemaAST.ParseOptions
}

/** Decodes as `Schema.decodeUnknownSync` does. */
export const directDecoder = <A>(
  schema: Schema.Codec<A, unknown>,
  known: Iterable<readonly [AST, Read]> = []
): ((value: unknown) => A) =>
  directOr(
    schema.ast,
    { known: new Map([...moments, ...known]) },
    (value: A) => value,
    Schema.decodeUnknownSync(schema)
  )

/** Decodes as `Schema.decodeUnknownEffect` does. */
export const directDecoderEffect = <A>(
  schema: Schema.Codec<A, unknown>,
  options: SchemaAST.ParseOptions
): ((value: unknown) => Effect.Effect<A, Schema.SchemaError>) =>
  directOr(schema.ast, { known: moments, options }, Effect.succeed<A>, Schema.decodeUnknownEffect(schema, options))

/**
 * Encodes as `Schema.encodeSync` does.
 *
 * @param options.isJsonValid passes metadata without validating it again. Default `false`
 */
export const directEncoder = <A>(
  schema: Schema.Codec<A, unknown>,
  { isJsonValid = false }: { readonly isJsonValid?: boolean } = {}
): ((value: A) => unknown) =>
  directOr(
    SchemaAST.flip(schema.ast),
    { known: moments, isJsonValid },
    (value: unknown) => value,
    Schema.encodeSync(schema)
  )

const directOr = <In, Value, Out>(
  ast: AST,
  rules: Rules,
  succeed: (value: Value) => Out,
  bySchema: (value: In) => Out
): ((value: In) => Out) => {
  let read: Read | undefined
  return (given) => {
    // Created by the first value, so that the service starts faster.
    read ??= readerOf(ast, rules)
    let value
    try {
      // The reader follows the schema, whose type `Value` is.
      value = read(given) as Value
    } catch {
      return bySchema(given)
    }
    return succeed(value)
  }
}

const readerOf = (suspended: AST, rules: Rules): Read => {
  const ast = resolve(suspended)
  const own = rules.known.get(ast)
  if (own !== undefined) return own
  if (ast.checks !== undefined) return readByInterpreter(ast, rules)
  if (ast.encoding !== undefined)
    return ast._tag === "Objects"
      ? (renamedStructOf(ast, rules) ?? readByInterpreter(ast, rules))
      : readByInterpreter(ast, rules)
  switch (ast._tag) {
    case "String":
      return (value) => (typeof value === "string" ? value : refuse())
    case "Number":
      return (value) => (typeof value === "number" ? value : refuse())
    case "Boolean":
      return (value) => (typeof value === "boolean" ? value : refuse())
    case "Literal":
      return (value) => (value === ast.literal ? value : refuse())
    case "Union":
      return nullable(ast, rules) ?? readByInterpreter(ast, rules)
    case "Arrays":
      return list(ast, rules) ?? readByInterpreter(ast, rules)
    case "Objects":
      return struct(ast, rules) ?? readByInterpreter(ast, rules)
    case "Declaration":
      return rules.isJsonValid === true && isAnyJson(ast) ? (value) => value : readByInterpreter(ast, rules)
    default:
      return readByInterpreter(ast, rules)
  }
}

/** An optional field has a copy of the schema, with the same function. */
const isAnyJson = ({ run }: SchemaAST.Declaration) => SchemaAST.isDeclaration(Metadata.ast) && run === Metadata.ast.run

/** The schema to which a suspended one refers, see `wire`. */
const resolve = (ast: AST): AST => (ast._tag === "Suspend" && ast.encoding === undefined ? resolve(ast.thunk()) : ast)

/** Reads by the schema interpreter. */
const readByInterpreter = (ast: AST, { options }: Rules): Read =>
  Schema.decodeUnknownSync(Schema.make<Schema.Codec<unknown>>(ast), options)

/** The encoded side of a schema. */
const sourceOf = (suspended: AST): AST => {
  const ast = resolve(suspended)
  const link = ast.encoding?.at(-1)
  return link === undefined ? ast : sourceOf(link.to)
}

const neverNull = new Set<AST["_tag"]>(["String", "Number", "Boolean", "Arrays", "Objects"])

const nullable = ({ types }: SchemaAST.Union, rules: Rules): Read | undefined => {
  const [type, ...others] = types.filter(({ _tag, encoding }) => _tag !== "Null" || encoding !== undefined)
  // A type that accepts null itself may decode it to another value.
  if (type === undefined || others.length > 0 || types.length !== 2 || !neverNull.has(sourceOf(type)._tag))
    return undefined
  const read = readerOf(type, rules)
  return (value) => (value === null ? null : read(value))
}

const list = ({ elements, encodingChecks, rest }: SchemaAST.Arrays, rules: Rules): Read | undefined => {
  const [item] = rest
  if (item === undefined || elements.length > 0 || rest.length > 1 || encodingChecks !== undefined) return undefined
  const read = readerOf(item, rules)
  // No `map`: it skips holes.
  return (value) => (Array.isArray(value) ? Array.from(value, (each) => read(each)) : refuse())
}

interface Field {
  /** The name in the input, and in the output. */
  readonly from: string
  readonly to: string
  readonly isOptional: boolean
  readonly read: Read
}

const struct = (ast: SchemaAST.Objects, rules: Rules): Read | undefined => {
  if (!isSimple(ast)) return undefined
  const fields = ast.propertySignatures.map(({ name, type }) => ({
    from: String(name),
    to: String(name),
    isOptional: isOptional(type),
    read: readerOf(type, rules)
  }))
  return structOf(fields, rules)
}

/** A struct whose fields are renamed, see `wire`. */
const renamedStructOf = (ast: SchemaAST.Objects, rules: Rules): Read | undefined => {
  const [link, ...others] = ast.encoding ?? []
  if (link === undefined || others.length > 0) return undefined
  const { to: source, transformation } = link
  if (source._tag !== "Objects" || source.encoding !== undefined || source.checks !== undefined) return undefined
  const names = namesBy(transformation, source)
  if (names === undefined || !isSimple(source) || !isSimple(ast)) return undefined
  const types = new Map(source.propertySignatures.map(({ name, type }) => [name, type]))
  const fields: Array<Field> = []
  for (const { name, type } of ast.propertySignatures) {
    const from = names.get(name)
    const sourceType = from === undefined ? undefined : types.get(from)
    if (from === undefined || sourceType === undefined || isOptional(sourceType) !== isOptional(type)) return undefined
    fields.push({ from, to: String(name), isOptional: isOptional(type), read: oneOrBoth(sourceType, type, rules) })
  }
  return fields.length === types.size ? structOf(fields, rules) : undefined
}

const isSimple = ({ encodingChecks, indexSignatures, propertySignatures }: SchemaAST.Objects) =>
  encodingChecks === undefined &&
  indexSignatures.length === 0 &&
  propertySignatures.length > 0 &&
  propertySignatures.every(
    ({ name, type }) => typeof name === "string" && type.context?.constructorDefault === undefined
  )

const isOptional = ({ context }: AST) => context?.isOptional === true

/** Returns the input names by the output names of a transformation. Undefined if it does more than rename. */
const namesBy = (transformation: SchemaAST.Link["transformation"], { propertySignatures }: SchemaAST.Objects) => {
  if (transformation._tag !== "Transformation" || transformation.decode._tag !== "Transform") return undefined
  // A transformation that only renames returns the same values.
  const marks = new Map(propertySignatures.map(({ name }) => [Symbol(), String(name)]))
  const given: unknown = transformation.decode.transform(
    Object.fromEntries(Array.from(marks, ([mark, name]) => [name, mark]))
  )
  if (!Predicate.isReadonlyObject(given)) return undefined
  const names = new Map<PropertyKey, string>()
  for (const [name, mark] of Object.entries(given)) {
    const from = typeof mark === "symbol" ? marks.get(mark) : undefined
    if (from === undefined) return undefined
    names.set(name, from)
  }
  return names
}

/** Chains two readers, or uses one if the other would not change the value. */
const oneOrBoth = (from: AST, to: AST, rules: Rules): Read => {
  const [first, second] = [resolve(from), resolve(to)]
  if (SchemaAST.toType(first) === second) return readerOf(first, rules)
  if (SchemaAST.toEncoded(second) === first) return readerOf(second, rules)
  const [readFirst, readSecond] = [readerOf(first, rules), readerOf(second, rules)]
  return (value) => readSecond(readFirst(value))
}

const structOf = (fields: ReadonlyArray<Field>, { options }: Rules): Read => {
  // A copy has its final shape at once, which is faster than adding properties.
  const empty = Object.fromEntries(fields.some((field) => field.isOptional) ? [] : fields.map(({ to }) => [to, null]))
  const takesMore = options?.onExcessProperty !== "error"
  return (value) => {
    if (!Predicate.isReadonlyObject(value)) return refuse()
    const made: Record<string, unknown> = { ...empty }
    let found = 0
    for (const { from, isOptional, read, to } of fields) {
      const given = value[from]
      if (given === undefined) {
        if (!isOptional || Object.hasOwn(value, from)) return refuse()
      } else {
        made[to] = read(given)
        found++
      }
    }
    return takesMore || Reflect.ownKeys(value).length === found ? made : refuse()
  }
}
