import type { MailTexts } from '../mail-text.ts'

export const ko: MailTexts = {
  code: (code, minutes) => ({
    subject: `Awan 인증 코드: ${code}`,
    title: '인증 코드',
    paragraphs: [
      `${minutes}분 안에 입력해 주세요. 한 번만 사용할 수 있습니다.`,
      '이 코드를 다른 사람에게 알려 주지 마세요. 직접 요청하지 않았다면 이 메일을 무시하셔도 됩니다.',
    ],
  }),
  accountExists: () => ({
    subject: '이미 Awan 계정이 있습니다',
    title: '이미 계정이 있습니다',
    paragraphs: [
      '누군가 이 주소로 Awan 계정을 만들려고 했습니다. 이미 계정이 있어 아무것도 변경되지 않았습니다.',
      '본인이라면 비밀번호로 로그인해 주세요. 본인이 아니라면 이 메일을 무시하셔도 됩니다.',
    ],
    action: '로그인',
  }),
  noAccount: () => ({
    subject: '이 주소로 등록된 Awan 계정이 없습니다',
    title: '이 주소로 등록된 계정이 없습니다',
    paragraphs: [
      '누군가 이 주소의 Awan 계정을 사용하려고 코드를 요청했지만 등록된 계정이 없습니다.',
      '다른 주소로 가입하셨을 수 있습니다. 본인이 아니라면 이 메일을 무시하셔도 됩니다.',
    ],
    action: '계정 만들기',
  }),
  newDevice: () => ({
    subject: 'Awan 계정에 새로운 로그인이 있습니다',
    title: '새 기기에서 로그인',
    paragraphs: [
      '처음 보는 기기에서 계정이 사용되었습니다.',
      '본인이라면 따로 하실 일은 없습니다. 본인이 아니라면 지금 비밀번호를 변경해 주세요. 다른 세션이 모두 종료됩니다.',
    ],
    action: 'Awan 열기',
  }),
  passwordChanged: () => ({
    subject: 'Awan 비밀번호가 변경되었습니다',
    title: '비밀번호가 변경되었습니다',
    paragraphs: [
      '다른 세션은 모두 종료되었습니다.',
      '본인이 변경하지 않았다면 바로 이 Awan의 관리자에게 도움을 요청해 주세요.',
    ],
  }),
  sessionEnded: () => ({
    subject: 'Awan 계정의 세션이 종료되었습니다',
    title: '보호를 위해 세션을 종료했습니다',
    paragraphs: [
      '이미 사용된 로그인 토큰이 다시 사용되었습니다. 복사되었을 수 있어 해당 세션을 종료했습니다.',
      '다시 로그인해 주세요. 같은 일이 반복되면 비밀번호를 변경해 주세요.',
    ],
    action: '로그인',
  }),
  labels: { device: '기기', address: '주소', time: '시간' },
  footer: 'Awan이 자동으로 보낸 메일이며 회신은 확인되지 않습니다.',
}
