/**
 * Korean. People are addressed formally: sentences end in -습니다 or -세요. A noun follows each name, since the form of a
 * particle depends on the letter before it.
 */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "Korean", own: "한국어" }

export const texts: MailTexts = {
  greeting: "{{ userDisplayName }} 님, 안녕하세요. ",
  copyLink: "또는 이 링크를 브라우저에 복사하세요:",
  emailVerification: {
    subject: "{{ projectDisplayName }} 계정의 이메일 주소를 확인해 주세요",
    title: "이메일 주소 확인",
    message: "{{ projectDisplayName }} 계정에 사용하는 이메일 주소가 맞는지 확인해 주세요.",
    action: "이 주소 확인",
    footer:
      "링크는 {days}일 후에 만료됩니다. {{ projectDisplayName }} 계정을 사용하지 않는다면 다른 사람이 주소를 잘못 입력한 " +
      "것입니다. 이 이메일을 무시하셔도 됩니다."
  },
  passwordReset: {
    subject: "{{ projectDisplayName }} 계정의 새 비밀번호를 설정하세요",
    title: "새 비밀번호 설정",
    message: "{{ projectDisplayName }} 계정의 새 비밀번호를 설정하세요. 모든 기기에서 로그아웃됩니다.",
    action: "새 비밀번호 설정",
    footer: "링크는 {days}일 후에 만료됩니다. 요청하지 않았다면 이 이메일을 무시하세요. 비밀번호는 그대로 유지됩니다."
  },
  magicLink: {
    subject: "{{ otp }}: {{ projectDisplayName }} 로그인 코드",
    title: "{{ projectDisplayName }} 로그인",
    message: "코드를 요청한 페이지에 다음 코드를 입력하세요:",
    onThisDevice: "또는 이 기기에서 로그인하세요:",
    action: "로그인",
    footer:
      "코드와 링크는 {days}일 후에 만료됩니다. 로그인을 시도하지 않았다면 이 이메일을 무시하세요. 이 코드를 다른 사람과 " +
      "공유하지 마세요."
  },
  teamInvitation: {
    subject: "{{ projectDisplayName }} 서비스의 {{ teamDisplayName }} 팀에 초대되었습니다",
    title: "{{ teamDisplayName }} 팀 초대",
    message: "{{ projectDisplayName }} 서비스의 {{ teamDisplayName }} 팀에 초대되었습니다.",
    action: "초대 수락",
    footer: "초대는 {days}일 후에 만료됩니다. 모르는 팀이라면 이 이메일을 무시하세요. 수락해야만 팀에 참여하게 됩니다."
  },
  ownerLink: {
    subject: "{{ projectDisplayName }} 비밀번호를 설정하세요",
    title: "비밀번호 설정",
    message: "소유한 프로젝트: {{ ownedProjects }}. 24시간 안에 이 링크를 열어 비밀번호를 설정하세요.",
    action: "비밀번호 설정",
    footer:
      "링크는 한 번만 사용할 수 있습니다. 예상하지 못한 이메일이라면 무시하고 전달하지 마세요. 이 이메일로 다음 프로젝트에 " +
      "접근할 수 있습니다: {{ ownedProjects }}."
  },
  someProjects: "이 서비스의 프로젝트",
  otherProjects: { other: "다른 프로젝트 {count}개" },
  test: {
    subject: "{{ projectDisplayName }} 테스트 이메일",
    title: "정상적으로 작동합니다",
    message:
      "메일 서버가 이 이메일을 수락했으므로 {{ projectDisplayName }} 서비스에서 이 서버로 이메일을 보낼 수 있습니다.",
    footer: "{{ projectDisplayName }} 서비스의 관리자가 메일 설정을 테스트하려고 이 이메일을 보냈습니다."
  }
}
