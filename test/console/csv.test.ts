/** Tests that exported CSV is read back as it was, and runs nothing in a spreadsheet. */
import { describe, expect, it } from "vitest"
import { auditExport } from "../../console/audit/audit-export.ts"
import { csvCell, csvRow } from "../../console/export/csv.ts"
import { formatOf } from "../../console/export/export-format.ts"

describe("a cell of exported CSV", () => {
  it("is quoted, with quotes doubled", () => {
    expect(csvCell("")).toBe('""')
    expect(csvCell('a "b", c\nd')).toBe('"a ""b"", c\nd"')
    expect(csvRow(["a", "b"])).toBe('"a","b"\r\n')
  })

  it("is shown as text where a spreadsheet would evaluate it", () => {
    for (const text of [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "  =cmd|' /C calc'!A0",
      "\u00a0=1",
      "\u200b=1",
      "＝1",
      "＠SUM(A1)"
    ]) {
      expect(csvCell(text)).toBe(`"'${text}"`)
    }
    for (const text of ["a=1", "ada@example.com", "2026-11-27", "a-b", "'=1"]) expect(csvCell(text)).toBe(`"${text}"`)
  })

  it("cannot end its row or its column", () => {
    const { head, write } = formatOf<string>("csv", {
      columns: [
        ["name", (item) => item],
        ["other", () => "x"]
      ],
      toJson: (item) => item
    })
    expect(head).toBe('\ufeff"name","other"\r\n')
    expect(write('a","=1+1"\r\n"b')).toBe('"a"",""=1+1""\r\n""b","x"\r\n')
  })
})

it("has the reasons of the audit log's entries", () => {
  expect(formatOf("csv", auditExport({}, 0)).head.split(",")).toContain('"reason"')
})

describe("a line of exported NDJSON", () => {
  it("is one line for any text", () => {
    const { write } = formatOf<string>("ndjson", { columns: [], toJson: (item) => ({ item }) })
    const line = write("a\nb\u2028c\r")
    expect(line.split("\n")).toHaveLength(2)
    expect(JSON.parse(line)).toEqual({ item: "a\nb\u2028c\r" })
  })
})
