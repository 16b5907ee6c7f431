/** Japanese. Sentences end in です or ます, buttons and titles in a noun or the plain form. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Japanese", own: "日本語" }

export const texts: MailTexts = {
  greeting: "{{ userDisplayName }}様、",
  copyLink: "または、このリンクをブラウザにコピーしてください：",
  emailVerification: {
    subject: "{{ projectDisplayName }}のメールアドレスの確認",
    title: "メールアドレスの確認",
    message: "これが{{ projectDisplayName }}で使用するメールアドレスであることを確認してください。",
    action: "このアドレスを確認",
    footer:
      "リンクの有効期限は{days}日間です。{{ projectDisplayName }}を利用していない場合は、ほかの方が誤ってこのアドレスを入力" +
      "した可能性があります。このメールは無視してかまいません。"
  },
  passwordReset: {
    subject: "{{ projectDisplayName }}の新しいパスワードの設定",
    title: "新しいパスワードの設定",
    message: "{{ projectDisplayName }}の新しいパスワードを設定してください。すべてのデバイスからログアウトされます。",
    action: "新しいパスワードを設定",
    footer:
      "リンクの有効期限は{days}日間です。心当たりがない場合は、このメールを無視してください。パスワードは変更されません。"
  },
  magicLink: {
    subject: "{{ otp }}は{{ projectDisplayName }}のログインコードです",
    title: "{{ projectDisplayName }}にログイン",
    message: "コードを要求したページで、次のコードを入力してください：",
    onThisDevice: "または、このデバイスでログインできます：",
    action: "ログイン",
    footer:
      "コードとリンクの有効期限は{days}日間です。ログインに心当たりがない場合は、このメールを無視してください。コードは誰に" +
      "も教えないでください。"
  },
  teamInvitation: {
    subject: "{{ projectDisplayName }}のチーム「{{ teamDisplayName }}」への招待",
    title: "チーム「{{ teamDisplayName }}」への招待",
    message: "{{ projectDisplayName }}のチーム「{{ teamDisplayName }}」に招待されています。",
    action: "招待を承諾",
    footer:
      "招待の有効期限は{days}日間です。このチームに心当たりがない場合は、このメールを無視してください。承諾しない限り参加する" +
      "ことはありません。"
  },
  ownerLink: {
    subject: "{{ projectDisplayName }}のパスワードの設定",
    title: "パスワードの設定",
    message:
      "所有しているプロジェクト：{{ ownedProjects }}。24時間以内にこのリンクを開いて、パスワードを設定してください。",
    action: "パスワードを設定",
    footer:
      "リンクは1回だけ使用できます。心当たりがない場合は、このメールを無視し、転送しないでください。このメールで次のプロジェク" +
      "トにアクセスできます：{{ ownedProjects }}。"
  },
  someProjects: "このサービスのプロジェクト",
  otherProjects: { other: "ほか{count}件" },
  test: {
    subject: "{{ projectDisplayName }}からのテストメール",
    title: "正常に動作しています",
    message:
      "メールサーバーがこのメールを受け付けました。{{ projectDisplayName }}はこのサーバーからメールを送信できます。",
    footer: "{{ projectDisplayName }}の管理者が、メール設定を確認するためにこのメールを送信しました。"
  }
}
