/**
 * The content of a mail: a document of blocks (docs/wire/mails.md). It is a record of block ids. `root` is the
 * `EmailLayout`, and blocks with nested blocks refer to them by their ids.
 *
 * Blocks are checked one by one, so a document may contain unused blocks. Unknown members are ignored.
 */
import { Data, Effect, Predicate, Result, Schema } from "effect"

/** A member that is optional and nullable. Both mean the same. */
const optionalNullable = <A, E>(schema: Schema.Codec<A, E>) => Schema.optionalKey(Schema.NullOr(schema))

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
  color: optionalNullable(Color),
  backgroundColor: optionalNullable(Color),
  fontSize: optionalNullable(Length),
  fontFamily: optionalNullable(FontFamily),
  fontWeight: optionalNullable(Schema.Literals(["bold", "normal"])),
  textAlign: optionalNullable(Align),
  padding: optionalNullable(Padding)
}
const boxStyle = { backgroundColor: optionalNullable(Color), padding: optionalNullable(Padding) }

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
    backdropColor: optionalNullable(Color),
    borderColor: optionalNullable(Color),
    borderRadius: optionalNullable(Length),
    /** The color of the mail itself. */
    canvasColor: optionalNullable(Color),
    textColor: optionalNullable(Color),
    fontFamily: optionalNullable(FontFamily),
    childrenIds: optionalNullable(Ids)
  })
})

const Button = block("Button", typeStyle, {
  text: optionalNullable(Schema.String),
  url: optionalNullable(Schema.String),
  buttonBackgroundColor: optionalNullable(Color),
  buttonTextColor: optionalNullable(Color),
  buttonStyle: optionalNullable(Schema.Literals(["rectangle", "pill", "rounded"])),
  fullWidth: optionalNullable(Schema.Boolean),
  size: optionalNullable(Schema.Literals(["x-small", "small", "medium", "large"]))
})

const Column = Schema.Struct({ childrenIds: Ids })
const ColumnsContainer = block("ColumnsContainer", boxStyle, {
  columnsCount: optionalNullable(Schema.Literals([2, 3])),
  columnsGap: optionalNullable(Length),
  contentAlignment: optionalNullable(VerticalAlign),
  fixedWidths: optionalNullable(Schema.Array(Schema.NullOr(Length)).check(Schema.isMaxLength(3))),
  columns: optionalNullable(Schema.Array(Column).check(Schema.isMaxLength(3)))
})

const Container = block(
  "Container",
  { ...boxStyle, borderColor: optionalNullable(Color), borderRadius: optionalNullable(Length) },
  {
    childrenIds: optionalNullable(Ids)
  }
)

const Divider = block("Divider", boxStyle, { lineColor: optionalNullable(Color), lineHeight: optionalNullable(Length) })

const Heading = block("Heading", typeStyle, {
  text: optionalNullable(Schema.String),
  level: optionalNullable(Schema.Literals(["h1", "h2", "h3"]))
})

const Image = block(
  "Image",
  { ...boxStyle, textAlign: optionalNullable(Align) },
  {
    url: optionalNullable(Schema.String),
    alt: optionalNullable(Schema.String),
    linkHref: optionalNullable(Schema.String),
    width: optionalNullable(Length),
    height: optionalNullable(Length),
    contentAlignment: optionalNullable(VerticalAlign)
  }
)

const Spacer = block("Spacer", {}, { height: optionalNullable(Length) })

const Text = block("Text", typeStyle, { text: optionalNullable(Schema.String) })

const MailBlock = Schema.Union([
  Button,
  ColumnsContainer,
  Container,
  Divider,
  EmailLayout,
  Heading,
  Image,
  Spacer,
  Text
])
export type MailBlock = typeof MailBlock.Type

/** The blocks of one type. */
export type BlockOf<Type extends MailBlock["type"]> = Extract<MailBlock, { readonly type: Type }>

/** A valid document: its blocks by their ids. It is a map, because ids may be any text. */
export interface BlockDocument {
  readonly root: BlockOf<"EmailLayout">
  readonly blocks: ReadonlyMap<string, MailBlock>
}

/** The document is invalid. `problem` explains it to its author. */
class NoDocument extends Data.TaggedError("NoDocument")<{ readonly problem: string }> {}

const decodeBlock = Schema.decodeUnknownResult(MailBlock)

/** Ids in messages are truncated, because they are input of the request. */
const MAX_SHOWN_ID = 60

/** Checks a document. Fails with the problem in text. */
export const readDocument = Effect.fnUntraced(function* (
  content: Schema.Json
): Effect.fn.Return<BlockDocument, NoDocument> {
  if (!Predicate.isReadonlyObject(content))
    return yield* new NoDocument({ problem: "it has to be an object of blocks" })
  const blocks = new Map<string, MailBlock>()
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
