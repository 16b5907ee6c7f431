/**
 * Turkish. People are addressed as “siz”. Buttons are plain imperatives. A word follows each name, since suffixes
 * depend on the word before them.
 */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Turkish", own: "Türkçe" }

export const texts: MailTexts = {
  greeting: "Merhaba {{ userDisplayName }}. ",
  copyLink: "Ya da bu bağlantıyı tarayıcınıza kopyalayın:",
  emailVerification: {
    subject: "{{ projectDisplayName }} için e-posta adresinizi onaylayın",
    title: "E-posta adresinizi onaylayın",
    message: "{{ projectDisplayName }} hesabınız için bu e-posta adresinin size ait olduğunu onaylayın.",
    action: "Bu adresi onayla",
    footer:
      "Bağlantının süresi {days} gün sonra dolar. {{ projectDisplayName }} hesabınız yoksa biri adresinizi " +
      "yanlışlıkla girmiştir. Bu e-postayı yok sayabilirsiniz."
  },
  passwordReset: {
    subject: "{{ projectDisplayName }} için yeni bir parola seçin",
    title: "Yeni bir parola seçin",
    message: "{{ projectDisplayName }} hesabınız için yeni bir parola seçin. Tüm cihazlardaki oturumlarınız kapatılır.",
    action: "Yeni parola seç",
    footer:
      "Bağlantının süresi {days} gün sonra dolar. Bunu siz istemediyseniz bu e-postayı yok sayın. Parolanız aynı kalır."
  },
  magicLink: {
    subject: "{{ otp }}: {{ projectDisplayName }} giriş kodunuz",
    title: "{{ projectDisplayName }} hesabınıza giriş yapın",
    message: "Bu kodu, istediğiniz sayfaya girin:",
    onThisDevice: "Ya da bu cihazda giriş yapın:",
    action: "Giriş yap",
    footer:
      "Kodun ve bağlantının süresi {days} gün sonra dolar. Giriş yapmaya çalışmadıysanız bu e-postayı yok sayın. Bu " +
      "kodu kimseyle paylaşmayın."
  },
  teamInvitation: {
    subject: "{{ projectDisplayName }} üzerinde {{ teamDisplayName }} ekibine katılın",
    title: "{{ teamDisplayName }} ekibine katılın",
    message: "{{ projectDisplayName }} üzerindeki {{ teamDisplayName }} ekibine davet edildiniz.",
    action: "Daveti kabul et",
    footer:
      "Davetin süresi {days} gün sonra dolar. Bu ekibi tanımıyorsanız bu e-postayı yok sayın. Yalnızca kabul " +
      "ederseniz katılırsınız."
  },
  ownerLink: {
    subject: "{{ projectDisplayName }} için parolanızı belirleyin",
    title: "Parolanızı belirleyin",
    message: "Projeleriniz: {{ ownedProjects }}. Parolanızı belirlemek için bu bağlantıyı 24 saat içinde açın.",
    action: "Parola belirle",
    footer:
      "Bağlantı yalnızca bir kez çalışır. Beklemiyorsanız bu e-postayı yok sayın ve kimseye iletmeyin. Şunlara " +
      "erişim sağlar: {{ ownedProjects }}."
  },
  someProjects: "bu hizmetin projeleri",
  otherProjects: { one: "{count} proje daha", other: "{count} proje daha" },
  test: {
    subject: "{{ projectDisplayName }} deneme e-postası",
    title: "Çalışıyor",
    message: "E-posta sunucusu bu iletiyi kabul etti. {{ projectDisplayName }} bu sunucuyla e-posta gönderebilir.",
    footer: "Bu iletiyi, e-posta ayarlarını denemek için {{ projectDisplayName }} yöneticilerinden biri gönderdi."
  }
}
