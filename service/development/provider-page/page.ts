/** The page of an embedded provider: a form to select an account, one to type another, one to cancel. No scripts. */
import { providerName } from "../../../look/providers.ts"
import type { ProviderIdentity } from "../../resources/oauth/identity-store.ts"
import type { Provider } from "../../providers/provider.ts"
import { html, PageHtml } from "./html.ts"
import { logo } from "./logo.ts"
import { style } from "./style.ts"

/** The typed values and their error. */
export interface AccountFields {
  readonly address: string
  readonly name: string
  readonly isVerified: boolean
  readonly problem: string
}

interface PageContent {
  readonly provider: Provider
  readonly projectName: string
  readonly type: "authenticate" | "link"
  /** The URL that the forms submit to. */
  readonly action: string
  readonly state: string
  readonly accounts: ReadonlyArray<ProviderIdentity>
  /** The scopes besides those that sign-in needs. */
  readonly moreScopes: ReadonlyArray<string>
  readonly typed: AccountFields | null
}

const document = (title: string, provider: Provider, content: PageHtml) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new PageHtml(style)}</style>
</head>
<body>
<main class="ks-card" data-provider="${provider.id}">
<div class="ks-card-head">${logo(provider.id)}<span>${providerName(provider.id)}</span></div>
${content}
</main>
</body>
</html>
`.text

export const choicePage = (content: PageContent): string => {
  const { accounts, provider, typed } = content
  const isLink = content.type === "link"
  return document(
    `${isLink ? "Connect" : "Sign in with"} ${providerName(provider.id)} · ${content.projectName}`,
    provider,
    html`<div class="ks-card-body">
<div class="ks-head">
<h1 class="ks-title">${isLink ? "Connect an account" : accounts.length > 0 ? "Choose an account" : "Sign in"}</h1>
<p class="ks-text">to continue to <strong dir="auto">${content.projectName}</strong></p>
</div>
${content.moreScopes.length > 0 && scopesNote(content)}
${accounts.length > 0 && knownAccountsForm(content)}
${accounts.length > 0 && html`<p class="ks-separator">Or use another account</p>`}
${newAccountForm(content, typed ?? { address: "", name: "", isVerified: true, problem: "" })}
</div>
<div class="ks-card-footer">
<form method="post" action="${content.action}">${stateInput(content)}
<button class="ks-button" data-variant="quiet" name="deny" value="yes">Cancel</button>
</form>
<span class="ks-hint">No real ${providerName(provider.id)} account is used</span>
</div>`
  )
}

const stateInput = ({ state }: PageContent) => html`<input type="hidden" name="state" value="${state}">`

const scopesNote = ({ moreScopes }: PageContent) =>
  html`<p class="ks-text">It also asks for ${moreScopes.map(
    (scope, index) => html`${index > 0 && ", "}<code dir="ltr">${scope}</code>`
  )}.</p>`

const knownAccountsForm = (content: PageContent) =>
  html`<form method="post" action="${content.action}" aria-label="Known accounts">${stateInput(content)}
<ul class="ks-accounts">
${content.accounts.map((account) => html`<li>${accountButton(account)}</li>`)}
</ul>
</form>`

const accountButton = ({ accountId, displayName, email }: ProviderIdentity) => {
  const address = email ?? accountId
  const name = displayName ?? address
  // The first letter of a name, in any script.
  const [initial = ""] = name
  return html`<button class="ks-account" name="account" value="${accountId}">
<span class="ks-avatar" aria-hidden="true">${initial.toLocaleUpperCase("en")}</span>
<span class="ks-account-lines">
<span class="ks-account-name" dir="auto" title="${name}">${name}</span>
${name !== address && html`<span class="ks-account-address" dir="ltr" title="${address}">${address}</span>`}
</span>
</button>`
}

const newAccountForm = (content: PageContent, { address, isVerified, name, problem }: AccountFields) => {
  const { accounts, provider } = content
  const hasEmail = provider.emails !== "none"
  const describedBy = [problem !== "" && "problem", provider.emails === "unverified" && "unverified"].filter(Boolean)
  const described = describedBy.length > 0 && html` aria-describedby="${describedBy.join(" ")}"`
  const state = html`${problem !== "" && html` aria-invalid="true"`}${described}${
    (accounts.length === 0 || problem !== "") && html` autofocus`
  }`
  const kind = hasEmail
    ? html` type="email" autocomplete="email" placeholder="you@example.com"`
    : html` type="text" autocomplete="username"`
  return html`<form class="ks-form" method="post" action="${content.action}">${stateInput(content)}
<div class="ks-field">
<label class="ks-label" for="address">${hasEmail ? "Email" : "Username"}</label>
<input class="ks-input" id="address" name="address" value="${address}" required maxlength="320"
dir="ltr" spellcheck="false" autocapitalize="none"${kind}${state}>
${problem !== "" && html`<p class="ks-error" id="problem" role="alert">${alertIcon}<span>${problem}</span></p>`}
${provider.emails === "unverified" && unverifiedHint(provider)}
</div>
<div class="ks-field">
<label class="ks-label" for="name">Name <span class="ks-optional">(optional)</span></label>
<input class="ks-input" id="name" name="name" value="${name}" type="text" maxlength="200"
dir="auto" autocomplete="name">
</div>
${provider.emails === "vouched for" && verifiedCheck(isVerified)}
<button class="ks-button" data-variant="primary">Continue</button>
</form>`
}

const alertIcon = html`<svg viewBox="0 0 16 16" aria-hidden="true">
<circle cx="8" cy="8" r="6.5"/><path d="M8 5v3.5M8 11h.01"/>
</svg>`

const unverifiedHint = ({ id }: Provider) => {
  const text = `${providerName(id)} does not vouch for addresses, so it counts as unverified.`
  return html`<p class="ks-hint" id="unverified">${text}</p>`
}

const verifiedCheck = (isChecked: boolean) =>
  html`<label class="ks-check">
<input type="checkbox" name="verified" value="yes"${isChecked && html` checked`}>
This email is verified
</label>`

/** The page for a flow that does not exist. */
export const endedPage = (provider: Provider): string =>
  document(
    `${providerName(provider.id)}: sign-in ended`,
    provider,
    html`<div class="ks-card-body">
<div class="ks-head">
<h1 class="ks-title">This sign-in has ended</h1>
<p class="ks-text">It was finished already, took longer than ten minutes, or was begun in another browser.
Go back to the application and sign in again.</p>
</div>
</div>`
  )
