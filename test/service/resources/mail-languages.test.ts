/** The language of the mails to a user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readSession } from "../responses.ts"
import {
  ada,
  asAdmin,
  asServer,
  asClient,
  type Headers,
  send,
  service,
  signIn,
  signUp,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { callback, mailTo } from "../mails.ts"
import { post, configure } from "../requests.ts"

const withLanguage = (language: string, headers: Headers = asClient): Headers => ({
  ...headers,
  "accept-language": language
})

const CURRENT = "/api/v1/projects/current"
const forgot = (email: string, headers: Headers = asClient) =>
  post("/auth/password/send-reset-code", headers, { email, callback_url: callback })
const userAt = (id: string) => send("GET", `/api/v1/users/${id}`, { headers: asServer })
const languageOf = (id = USER_ID) => Effect.map(userAt(id), ({ json }) => Reflect.get(Object(json), "language"))
const setLanguage = (language: unknown, id = USER_ID) =>
  send("PATCH", `/api/v1/users/${id}`, { headers: asServer, json: { language } })
const subjectTo = (email: string) => Effect.map(mailTo(email), ({ subject }) => subject)

const polish = "Wybierz nowe hasło do Test"
const german = "Neues Passwort für Test festlegen"
const english = "Choose a new password for Test"

describe("the language of a mail", () => {
  it.effect("is that of the sign-up, also for later mails", () =>
    Effect.gen(function* () {
      const { json } = yield* post("/auth/password/sign-up", withLanguage("pl-PL,pl;q=0.9,en;q=0.8"), {
        email: "ola@example.com",
        password: "correct horse",
        verification_callback_url: callback
      })
      const { html, subject, text } = yield* mailTo("ola@example.com")
      assert.strictEqual(subject, "Potwierdź swój adres e-mail w Test")
      assert.include(text, "Link wygaśnie za 7 dni.")
      assert.include(html, `<html lang="pl-PL" dir="ltr">`)
      assert.strictEqual(yield* languageOf((yield* readSession(json)).user_id), "pl-PL")
      for (const headers of [asClient, withLanguage("de"), asServer]) {
        yield* forgot("ola@example.com", headers)
        assert.strictEqual(yield* subjectTo("ola@example.com"), polish)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is that of the request for a recipient whose language is not known", () =>
    Effect.gen(function* () {
      yield* forgot(ada.email, withLanguage("de-AT"))
      assert.strictEqual(yield* subjectTo(ada.email), german)
      assert.isUndefined(yield* languageOf(), "any person may request such a mail")
      yield* forgot(ada.email)
      assert.strictEqual(yield* subjectTo(ada.email), english)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not that of a server or an administrator", () =>
    Effect.gen(function* () {
      for (const headers of [asServer, asAdmin]) {
        yield* forgot(ada.email, withLanguage("de", headers))
        assert.strictEqual(yield* subjectTo(ada.email), english)
      }
      const { json } = yield* post("/auth/sessions", withLanguage("de", asServer), { user_id: USER_ID })
      assert.isString(Reflect.get(Object(json), "access_token"))
      assert.isUndefined(yield* languageOf())
    }).pipe(Effect.provide(service()))
  )

  it.effect("is that of the last sign-in", () =>
    Effect.gen(function* () {
      yield* signIn(ada, withLanguage("de"))
      assert.strictEqual(yield* languageOf(), "de-DE")
      yield* signIn(ada, withLanguage("*"))
      yield* signIn(ada)
      assert.strictEqual(yield* languageOf(), "de-DE", "a request without a language changes nothing")
      yield* signIn(ada, withLanguage("ja"))
      assert.strictEqual(yield* languageOf(), "ja-JP")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is written by a server, and only in a language of mails", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* setLanguage("pl-PL")).status, 200)
      yield* forgot(ada.email, withLanguage("de"))
      assert.strictEqual(yield* subjectTo(ada.email), polish)
      yield* setLanguage(null)
      assert.isUndefined(yield* languageOf())
      for (const wrong of ["pl", "da-DK", "", "x".repeat(10_000), 1, ["pl-PL"]]) {
        const response = yield* setLanguage(wrong)
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"])
      }
      const created = yield* post("/users", asServer, { primary_email: "new@example.com", language: "it-IT" })
      assert.strictEqual(Reflect.get(Object(created.json), "language"), "it-IT")
      const { access_token } = yield* signIn()
      assert.strictEqual((yield* updateMe(withToken(access_token), { language: "pl-PL" })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is that of the invited user, else that of the inviter", () =>
    Effect.gen(function* () {
      yield* setLanguage("pl-PL")
      const { json } = yield* post("/teams", asServer, { display_name: "Pickers" })
      const team_id = Reflect.get(Object(json), "id")
      const invite = (email: string, headers: Headers) =>
        post("/team-invitations/send-code", headers, { team_id, email, callback_url: callback })
      yield* invite(ada.email, asServer)
      assert.strictEqual(yield* subjectTo(ada.email), "Dołącz do zespołu Pickers w Test")
      yield* send("POST", `/api/v1/team-memberships/${team_id}/${USER_ID}`, { headers: asServer, json: {} })
      yield* send("POST", `/api/v1/team-permissions/${team_id}/${USER_ID}/$invite_members`, {
        headers: asServer,
        json: {}
      })
      const { access_token } = yield* signIn()
      yield* invite("new@example.com", withLanguage("fr-CA", withToken(access_token)))
      assert.strictEqual(yield* subjectTo("new@example.com"), "Joignez-vous à Pickers sur Test")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is that of the project for unknown recipients, and for all if the project says so", () =>
    Effect.gen(function* () {
      yield* configure({ mail_language: "pl-PL" })
      yield* forgot(ada.email)
      assert.strictEqual(yield* subjectTo(ada.email), polish)
      yield* forgot(ada.email, withLanguage("da"))
      assert.strictEqual(yield* subjectTo(ada.email), polish)
      yield* forgot(ada.email, withLanguage("de"))
      assert.strictEqual(yield* subjectTo(ada.email), german)
      yield* setLanguage("de-DE")
      yield* configure({ translate_mails: false })
      yield* forgot(ada.email, withLanguage("de"))
      assert.strictEqual(yield* subjectTo(ada.email), polish)
      yield* configure({ mail_language: null })
      yield* forgot(ada.email)
      assert.strictEqual(yield* subjectTo(ada.email), english)
      yield* configure({ translate_mails: true })
      yield* forgot(ada.email)
      assert.strictEqual(yield* subjectTo(ada.email), german)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is a setting of the admin tier that is absent at its default", () =>
    Effect.gen(function* () {
      const configOf = (headers: Headers) =>
        Effect.map(send("GET", CURRENT, { headers }), ({ json }) => Object(Reflect.get(Object(json), "config")))
      assert.doesNotHaveAnyKeys(yield* configOf(asAdmin), ["mail_language", "translate_mails"])
      yield* configure({ mail_language: "ar-001", translate_mails: false })
      assert.deepInclude(yield* configOf(asAdmin), { mail_language: "ar-001", translate_mails: false })
      yield* configure({ magic_link_enabled: true })
      assert.deepInclude(yield* configOf(asAdmin), { mail_language: "ar-001", translate_mails: false })
      for (const headers of [asClient, asServer]) {
        assert.doesNotHaveAnyKeys(yield* configOf(headers), ["mail_language", "translate_mails"])
      }
      for (const wrong of ["pl", "da-DK", 1, "en"]) {
        assert.strictEqual((yield* configure({ mail_language: wrong })).code, "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not changed by malformed headers", () =>
    Effect.gen(function* () {
      for (const header of [
        "*",
        ";",
        "q=1",
        ",,,",
        "x".repeat(5000),
        "de;q=9",
        "<script>",
        "'; DROP TABLE users; --"
      ]) {
        assert.strictEqual((yield* signIn(ada, withLanguage(header))).access_token.length > 0, true)
        yield* forgot(ada.email, withLanguage(header))
        assert.strictEqual(yield* subjectTo(ada.email), english)
      }
      assert.isUndefined(yield* languageOf())
    }).pipe(Effect.provide(service()))
  )

  it.effect("is the same for the code and the link of a sign-in by mail", () =>
    Effect.gen(function* () {
      yield* configure({ magic_link_enabled: true })
      const body = { email: ada.email, callback_url: callback }
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, {
        headers: asServer,
        json: { primary_email_verified: true, language: "ko-KR" }
      })
      yield* post("/auth/otp/send-sign-in-code", withLanguage("de"), body)
      const { codes, html, subject } = yield* mailTo(ada.email)
      assert.strictEqual(subject, `${codes[0]}: Test 로그인 코드`)
      assert.include(html, `lang="ko-KR"`)
      assert.strictEqual((yield* signUp("b@example.com", "correct horse", withLanguage("de"))).status, 200)
    }).pipe(Effect.provide(service()))
  )
})
