/** Chinese in simplified characters. People are addressed as “您”. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Chinese (simplified)", own: "中文（简体）" }

export const texts: MailTexts = {
  greeting: "{{ userDisplayName }}，您好！",
  copyLink: "或将此链接复制到浏览器中：",
  emailVerification: {
    subject: "确认您在 {{ projectDisplayName }} 的邮箱",
    title: "确认您的邮箱",
    message: "请确认这是您在 {{ projectDisplayName }} 使用的邮箱。",
    action: "确认此邮箱",
    footer:
      "链接将在 {days} 天后失效。如果您没有使用 {{ projectDisplayName }}，可能是有人误填了您的邮箱，您可以忽略此邮件。"
  },
  passwordReset: {
    subject: "为 {{ projectDisplayName }} 设置新密码",
    title: "设置新密码",
    message: "请为 {{ projectDisplayName }} 设置新密码。您将在所有设备上退出登录。",
    action: "设置新密码",
    footer: "链接将在 {days} 天后失效。如果这不是您本人的请求，请忽略此邮件。您的密码不会改变。"
  },
  magicLink: {
    subject: "{{ otp }} 是您的 {{ projectDisplayName }} 登录验证码",
    title: "登录 {{ projectDisplayName }}",
    message: "请在请求验证码的页面上输入：",
    onThisDevice: "或在此设备上登录：",
    action: "登录",
    footer: "验证码和链接将在 {days} 天后失效。如果您没有尝试登录，请忽略此邮件。请勿将验证码告诉任何人。"
  },
  teamInvitation: {
    subject: "加入 {{ projectDisplayName }} 上的团队 {{ teamDisplayName }}",
    title: "加入团队 {{ teamDisplayName }}",
    message: "您受邀加入 {{ projectDisplayName }} 上的团队 {{ teamDisplayName }}。",
    action: "接受邀请",
    footer: "邀请将在 {days} 天后失效。如果您不认识此团队，请忽略此邮件。只有接受邀请后您才会加入。"
  },
  ownerLink: {
    subject: "为 {{ projectDisplayName }} 设置您的密码",
    title: "设置您的密码",
    message: "您拥有的项目：{{ ownedProjects }}。请在 24 小时内打开此链接设置密码。",
    action: "设置密码",
    footer: "链接只能使用一次。如果您没有预料到此邮件，请忽略，并且不要转发。通过它可以访问：{{ ownedProjects }}。"
  },
  someProjects: "此服务的项目",
  otherProjects: { other: "另外 {count} 个项目" },
  test: {
    subject: "来自 {{ projectDisplayName }} 的测试邮件",
    title: "运行正常",
    message: "邮件服务器已接受此邮件，因此 {{ projectDisplayName }} 可以通过它发送邮件。",
    footer: "{{ projectDisplayName }} 的管理人员发送了此邮件，以测试邮件设置。"
  }
}
