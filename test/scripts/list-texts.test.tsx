/** Languages without keys, as the package holds them. */
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { type ErrorKey, english, groups, type MessageOverrides } from "../../react/messages/english.ts"
import { type LanguageFile, plain } from "../../react/messages/language.ts"
import { MessagesContext, useErrorText, useMessages } from "../../react/messages/messages.ts"
import { listTexts } from "../../scripts/list-texts.mjs"
import { translations } from "../react/translations.ts"

/** The error of a user who is not there stands for all that have texts of their own. */
const code: ErrorKey = "USER_NOT_FOUND"

const ErrorSaid = () => useErrorText()({ code, message: "English" })

const GroupSaid = ({ group }: { readonly group: (typeof groups)[number] }) => JSON.stringify(useMessages(group))

/** What the screens say by a language's file: every text, and that of an error. */
const said = (tag: string, file: LanguageFile, overrides: MessageOverrides = {}) =>
  renderToStaticMarkup(
    <MessagesContext value={{ spoken: { ...plain, name: tag, tag, ...file }, overrides }}>
      <ErrorSaid />
      {groups.map((group) => <GroupSaid key={Object.keys(group)[0]} group={group} />)}
    </MessagesContext>
  ).replaceAll("&quot;", '"')

describe("a language as a list", () => {
  it.each(Object.entries(translations))("says in %s what it says by keys", (tag, texts) => {
    const listed = listTexts(texts, groups)
    expect(said(tag, listed)).toBe(said(tag, { texts }))
    expect(said(tag, listed)).not.toBe(said(tag, {}))
    expect(JSON.stringify(listed)).not.toMatch(/"signIn":|"joined":/)
  })

  it("gives way to an application's own texts", () => {
    const listed = listTexts({ ...english, signIn: "Anmelden", signUp: "Registrieren" }, groups)
    const texts = said("de-DE", listed, { signIn: "Los geht’s" })
    expect(texts).toContain('"signIn":"Los geht’s"')
    expect(texts).toContain('"signUp":"Registrieren"')
  })
})
