/** Reads the rows of a table from CSV or from a list in JSON. */
import { isJsonObject } from "../../../core/json/json-object.ts"
import { closeSync, openSync, readSync } from "node:fs"
import { readCsv } from "../read-csv.ts"
import { readJson } from "../read-json.ts"
import type { SourceObject } from "./source-user.ts"

export type TableRow =
  | { readonly line: number; readonly array: string; readonly row: SourceObject; readonly size: number }
  | { readonly line: number; readonly problem: string }

/** Returns whether the first character of a file begins JSON. */
const isJsonFile = (path: string): boolean => {
  const file = openSync(path, "r")
  try {
    const start = Buffer.alloc(1024)
    const text = start.toString("utf8", 0, readSync(file, start))
    return /^\uFEFF?\s*[[{]/.test(text)
  } finally {
    closeSync(file)
  }
}

/** The fields of CSV are texts. */
export async function* readTable(path: string): AsyncGenerator<TableRow> {
  if (!isJsonFile(path)) {
    for await (const record of readCsv(path)) {
      if ("problem" in record) yield record
      else yield { line: record.line, array: "", row: Object.fromEntries(record.fields), size: record.size }
    }
    return
  }
  for await (const element of readJson(path)) {
    if ("problem" in element) yield element
    else if (isJsonObject(element.json)) {
      yield { line: element.line, array: element.array, row: element.json, size: element.size }
    } else yield { line: element.line, problem: "It is not an object." }
  }
}
