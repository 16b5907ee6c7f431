/** Chinese in traditional characters, as it is written in Taiwan. People are addressed as 「您」. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Chinese (traditional)", own: "中文（繁體）" }

export const texts: MailTexts = {
  greeting: "{{ userDisplayName }}，您好！",
  copyLink: "或將此連結複製到瀏覽器中：",
  emailVerification: {
    subject: "確認您在 {{ projectDisplayName }} 的電子郵件",
    title: "確認您的電子郵件",
    message: "請確認這是您在 {{ projectDisplayName }} 使用的電子郵件。",
    action: "確認此電子郵件",
    footer:
      "連結將在 {days} 天後失效。如果您沒有使用 {{ projectDisplayName }}，可能是有人誤填了您的電子郵件，您可以忽略此郵件。"
  },
  passwordReset: {
    subject: "為 {{ projectDisplayName }} 設定新密碼",
    title: "設定新密碼",
    message: "請為 {{ projectDisplayName }} 設定新密碼。您將在所有裝置上登出。",
    action: "設定新密碼",
    footer: "連結將在 {days} 天後失效。如果這不是您本人的要求，請忽略此郵件。您的密碼不會改變。"
  },
  magicLink: {
    subject: "{{ otp }} 是您的 {{ projectDisplayName }} 登入驗證碼",
    title: "登入 {{ projectDisplayName }}",
    message: "請在要求驗證碼的頁面上輸入：",
    onThisDevice: "或在此裝置上登入：",
    action: "登入",
    footer: "驗證碼和連結將在 {days} 天後失效。如果您沒有嘗試登入，請忽略此郵件。請勿將驗證碼告訴任何人。"
  },
  teamInvitation: {
    subject: "加入 {{ projectDisplayName }} 上的團隊 {{ teamDisplayName }}",
    title: "加入團隊 {{ teamDisplayName }}",
    message: "您獲邀加入 {{ projectDisplayName }} 上的團隊 {{ teamDisplayName }}。",
    action: "接受邀請",
    footer: "邀請將在 {days} 天後失效。如果您不認識此團隊，請忽略此郵件。只有接受邀請後您才會加入。"
  },
  ownerLink: {
    subject: "為 {{ projectDisplayName }} 設定您的密碼",
    title: "設定您的密碼",
    message: "您擁有的專案：{{ ownedProjects }}。請在 24 小時內開啟此連結設定密碼。",
    action: "設定密碼",
    footer: "連結只能使用一次。如果您沒有預期收到此郵件，請忽略，並且不要轉寄。透過它可以存取：{{ ownedProjects }}。"
  },
  someProjects: "此服務的專案",
  otherProjects: { other: "另外 {count} 個專案" },
  test: {
    subject: "來自 {{ projectDisplayName }} 的測試郵件",
    title: "運作正常",
    message: "郵件伺服器已接受此郵件，因此 {{ projectDisplayName }} 可以透過它寄送郵件。",
    footer: "{{ projectDisplayName }} 的管理人員寄送了此郵件，以測試郵件設定。"
  }
}
