/** Writes an entry of the audit log as a sentence. */
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { auditWords, exactWords, nouns, verbs } from "./audit-words.ts"

/** A part of a sentence. */
export interface SentencePart {
  readonly text: string
  /** What the part names. */
  readonly target?: {
    /** The kind of the target, or a page: `settings`, `keys`. */
    readonly kind: string
    /** Undefined for pages, and for targets that the entry does not name. */
    readonly id: string | undefined
    readonly isDeleted: boolean
  }
}

/** A target in braces: its kind, and its words if they are not those of `nouns`. */
const TARGET = /\{(\w+)(?::([^}]*))?\}/g

/**
 * Returns the sentence in parts, each with another text. Actions without words, such as those of a newer service, are a
 * part of their own.
 */
export const sentenceOf = (entry: AuditEntry): ReadonlyArray<SentencePart> => {
  const words = exactWords(entry) ?? (Object.hasOwn(auditWords, entry.action) ? auditWords[entry.action] : undefined)
  if (words === undefined) return [{ text: entry.action }]
  const [verb = "", rest = ""] = words.split(/ (.*)/s)
  const isRefused = entry.outcome === "refused"
  const infinitive: string | undefined = Object.entries(verbs).find(([past]) => past === verb)?.[1]
  // Splitting by an expression with two groups yields text, kind, noun, text, and so on.
  const pieces = `${isRefused ? `Tried to ${infinitive}` : verb} ${rest}`.split(TARGET)
  return pieces.flatMap((piece, index): ReadonlyArray<SentencePart> => {
    if (index % 3 === 0) return piece === "" ? [] : [{ text: piece }]
    if (index % 3 === 2) return []
    const isDeleted = !isRefused && verb === "Deleted" && index === 1
    return [
      {
        text: pieces[index + 1] ?? nouns[piece] ?? piece,
        target: { kind: piece, id: entry.targets[piece], isDeleted }
      }
    ]
  })
}

const textOf = (words: string): string => words.replaceAll(TARGET, (_, kind, noun) => noun ?? nouns[kind] ?? kind)

/** All actions with their sentences, for the choice of one. */
export const actionsInWords: ReadonlyArray<readonly [action: string, text: string]> = Object.entries(auditWords).map(
  ([action, words]) => [action, textOf(words)]
)

/** Returns the sentence as a text, without ids. */
export const sentenceText = (entry: AuditEntry): string =>
  sentenceOf(entry)
    .map(({ text }) => text)
    .join("")
