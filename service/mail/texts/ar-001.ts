/** Modern Standard Arabic, right to left. Buttons and titles are verbal nouns, instructions are imperatives. */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Arabic", own: "العربية" }

export const texts: MailTexts = {
  greeting: "مرحبًا {{ userDisplayName }}. ",
  copyLink: "أو انسخ هذا الرابط إلى متصفحك:",
  emailVerification: {
    subject: "تأكيد بريدك الإلكتروني في {{ projectDisplayName }}",
    title: "تأكيد بريدك الإلكتروني",
    message: "أكّد أن هذا هو بريدك الإلكتروني في {{ projectDisplayName }}.",
    action: "تأكيد هذا البريد",
    footer:
      "تنتهي صلاحية الرابط خلال {days} أيام. إذا كنت لا تستخدم {{ projectDisplayName }}، فقد أدخل شخص ما بريدك عن " +
      "طريق الخطأ، ويمكنك تجاهل هذه الرسالة."
  },
  passwordReset: {
    subject: "اختيار كلمة مرور جديدة لحسابك في {{ projectDisplayName }}",
    title: "اختيار كلمة مرور جديدة",
    message: "اختر كلمة مرور جديدة لحسابك في {{ projectDisplayName }}. سيتم تسجيل خروجك من جميع الأجهزة.",
    action: "اختيار كلمة مرور جديدة",
    footer: "تنتهي صلاحية الرابط خلال {days} أيام. إذا لم تطلب ذلك، فتجاهل هذه الرسالة، وستبقى كلمة المرور كما هي."
  },
  magicLink: {
    subject: "رمز تسجيل الدخول إلى {{ projectDisplayName }} هو {{ otp }}",
    title: "تسجيل الدخول إلى {{ projectDisplayName }}",
    message: "أدخل هذا الرمز في الصفحة التي طلبته فيها:",
    onThisDevice: "أو سجّل الدخول على هذا الجهاز:",
    action: "تسجيل الدخول",
    footer:
      "تنتهي صلاحية الرمز والرابط خلال {days} أيام. إذا لم تحاول تسجيل الدخول، فتجاهل هذه الرسالة. لا تشارك هذا " +
      "الرمز مع أي شخص."
  },
  teamInvitation: {
    subject: "الانضمام إلى فريق {{ teamDisplayName }} في {{ projectDisplayName }}",
    title: "الانضمام إلى فريق {{ teamDisplayName }}",
    message: "أنت مدعو للانضمام إلى فريق {{ teamDisplayName }} في {{ projectDisplayName }}.",
    action: "قبول الدعوة",
    footer:
      "تنتهي صلاحية الدعوة خلال {days} أيام. إذا كنت لا تعرف هذا الفريق، فتجاهل هذه الرسالة. لن تنضم إليه إلا إذا " +
      "قبلت الدعوة."
  },
  ownerLink: {
    subject: "تعيين كلمة مرورك في {{ projectDisplayName }}",
    title: "تعيين كلمة مرورك",
    message: "المشاريع التي تملكها: {{ ownedProjects }}. افتح هذا الرابط خلال 24 ساعة لتعيين كلمة مرورك.",
    action: "تعيين كلمة المرور",
    footer:
      "يعمل الرابط مرة واحدة فقط. إذا لم تكن تتوقع هذه الرسالة، فتجاهلها ولا تُعِد توجيهها، لأنها تتيح الوصول إلى: " +
      "{{ ownedProjects }}."
  },
  someProjects: "مشاريع هذه الخدمة",
  otherProjects: {
    one: "مشروع واحد آخر",
    two: "مشروعان آخران",
    few: "{count} مشاريع أخرى",
    many: "{count} مشروعًا آخر",
    other: "{count} مشروع آخر"
  },
  test: {
    subject: "رسالة تجريبية من {{ projectDisplayName }}",
    title: "كل شيء يعمل",
    message: "قبِل خادم البريد هذه الرسالة، لذا يمكن إرسال رسائل {{ projectDisplayName }} من خلاله.",
    footer: "أرسل هذه الرسالة شخص يدير {{ projectDisplayName }} لاختبار إعدادات البريد."
  }
}
