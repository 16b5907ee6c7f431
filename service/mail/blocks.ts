/**
 * The content of a mail: a document of blocks (docs/wire/mails.md). It is a record of block ids. `root` is the
 * `EmailLayout`, and blocks with nested blocks refer to them by their ids.
 *
 * Blocks are checked one by one, so a document may contain unused blocks. Unknown members are ignored.
 */
import { Data, Effect, Predicate, Result, Schema } from "effect"

/** A member that is optional and nullable. Both mean the same. */
const maybe = <A, E>(schema: Schema.Codec<A, E>) => Schema.optionalKey(Schema.NullOr(schema))

const Color = Schema.String.check(Schema.isPattern(/^#[\da-f]{6}$/iu, { expected: "a colour such as #006765" }))
const Length = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const Padding = Schema.Struct({ top: Length, bottom: Length, right: Length, left: Length })
const Align = Schema.Literals(["left", "center", "right"])
const VerticalAlign = Schema.Literals(["top", "middle", "bottom"])
const Ids = Schema.Array(Schema.String)

export const FontFamily = Schema.Literals([
  "MODERN_SANS",
  "BOOK_SANS",
  "ORGANIC_SANS",
  "GEOMETRIC_SANS",
  "HEAVY_SANS",
  "ROUNDED_SANS",
  "MODERN_SERIF",
  "BOOK_SERIF",
  "MONOSPACE"
])
export type FontFamily = typeof FontFamily.Type

const typeStyle = {
  color: maybe(Color),
  backgroundColor: maybe(Color),
  fontSize: maybe(Length),
  fontFamily: maybe(FontFamily),
  fontWeight: maybe(Schema.Literals(["bold", "normal"])),
  textAlign: maybe(Align),
  padding: maybe(Padding)
}
const boxStyle = { backgroundColor: maybe(Color), padding: maybe(Padding) }

const block = <const Type extends string, Style extends Schema.Struct.Fields, Props extends Schema.Struct.Fields>(
  type: Type,
  style: Style,
  props: Props
) =>
  Schema.Struct({
    type: Schema.Literal(type),
    data: Schema.Struct({
      style: Schema.optionalKey(Schema.NullOr(Schema.Struct(style))),
      props: Schema.optionalKey(Schema.NullOr(Schema.Struct(props)))
    })
  })

const EmailLayout = Schema.Struct({
  type: Schema.Literal("EmailLayout"),
  data: Schema.Struct({
    /** The color behind the mail. */
    backdropColor: maybe(Color),
    borderColor: maybe(Color),
    borderRadius: maybe(Length),
    /** The color of the mail itself. */
    canvasColor: maybe(Color),
    textColor: maybe(Color),
    fontFamily: maybe(FontFamily),
    childrenIds: maybe(Ids)
  })
})

const Button = block("Button", typeStyle, {
  text: maybe(Schema.String),
  url: maybe(Schema.String),
  buttonBackgroundColor: maybe(Color),
  buttonTextColor: maybe(Color),
  buttonStyle: maybe(Schema.Literals(["rectangle", "pill", "rounded"])),
  fullWidth: maybe(Schema.Boolean),
  size: maybe(Schema.Literals(["x-small", "small", "medium", "large"]))
})

const Column = Schema.Struct({ childrenIds: Ids })
const ColumnsContainer = block("ColumnsContainer", boxStyle, {
  columnsCount: maybe(Schema.Literals([2, 3])),
  columnsGap: maybe(Length),
  contentAlignment: maybe(VerticalAlign),
  fixedWidths: maybe(Schema.Array(Schema.NullOr(Length)).check(Schema.isMaxLength(3))),
  columns: maybe(Schema.Array(Column).check(Schema.isMaxLength(3)))
})

const Container = block(
  "Container",
  { ...boxStyle, borderColor: maybe(Color), borderRadius: maybe(Length) },
  {
    childrenIds: maybe(Ids)
  }
)

const Divider = block("Divider", boxStyle, { lineColor: maybe(Color), lineHeight: maybe(Length) })

const Heading = block("Heading", typeStyle, {
  text: maybe(Schema.String),
  level: maybe(Schema.Literals(["h1", "h2", "h3"]))
})

const Image = block(
  "Image",
  { ...boxStyle, textAlign: maybe(Align) },
  {
    url: maybe(Schema.String),
    alt: maybe(Schema.String),
    linkHref: maybe(Schema.String),
    width: maybe(Length),
    height: maybe(Length),
    contentAlignment: maybe(VerticalAlign)
  }
)

const Spacer = block("Spacer", {}, { height: maybe(Length) })

const Text = block("Text", typeStyle, { text: maybe(Schema.String) })

const Block = Schema.Union([Button, ColumnsContainer, Container, Divider, EmailLayout, Heading, Image, Spacer, Text])
export type Block = typeof Block.Type

/** The blocks of one type. */
export type BlockOf<Type extends Block["type"]> = Extract<Block, { readonly type: Type }>

/** A valid document: its blocks by their ids. It is a map, because ids may be any text. */
export interface BlockDocument {
  readonly root: BlockOf<"EmailLayout">
  readonly blocks: ReadonlyMap<string, Block>
}

/** The document is invalid. `problem` explains it to its author. */
class NoDocument extends Data.TaggedError("NoDocument")<{ readonly problem: string }> {}

const decodeBlock = Schema.decodeUnknownResult(Block)

/** Ids in messages are truncated, because they are input of the request. */
const MAX_SHOWN_ID = 60

/** Checks a document. Fails with the problem in text. */
export const readDocument = Effect.fnUntraced(function* (
  content: Schema.Json
): Effect.fn.Return<BlockDocument, NoDocument> {
  if (!Predicate.isReadonlyObject(content))
    return yield* new NoDocument({ problem: "it has to be an object of blocks" })
  const blocks = new Map<string, Block>()
  for (const [id, value] of Object.entries(content)) {
    const decoded = decodeBlock(value)
    if (Result.isFailure(decoded)) {
      return yield* new NoDocument({ problem: `its block ${id.slice(0, MAX_SHOWN_ID)} is none that mails have` })
    }
    blocks.set(id, decoded.success)
  }
  const root = blocks.get("root")
  if (root?.type === "EmailLayout") return { root, blocks }
  return yield* new NoDocument({ problem: "its block root has to be an EmailLayout" })
})
