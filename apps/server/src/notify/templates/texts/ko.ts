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
  visitorCode: (code, minutes) => ({
    subject: `파일 보내기를 위한 Awan 인증 코드: ${code}`,
    title: '이메일 주소 확인',
    paragraphs: [
      `파일을 보내려는 페이지에 ${minutes}분 안에 입력해 주세요. 한 번만 사용할 수 있습니다.`,
      '파일을 받는 사람에게 이 주소가 표시됩니다. 이 코드를 다른 사람에게 알려 주지 마세요. 직접 요청하지 않았다면 이 메일을 무시하셔도 됩니다.',
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
  passkeyAdded: () => ({
    subject: 'Awan 계정에 패스키가 추가되었습니다',
    title: '패스키가 추가되었습니다',
    paragraphs: [
      '이제 이 패스키로 비밀번호 없이 계정에 로그인할 수 있습니다.',
      '본인이 추가하지 않았다면 지금 패스키를 삭제하고 비밀번호를 변경해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  passkeyRemoved: () => ({
    subject: 'Awan 계정에서 패스키가 삭제되었습니다',
    title: '패스키가 삭제되었습니다',
    paragraphs: [
      '이 패스키로는 더 이상 계정에 로그인할 수 없습니다.',
      '본인이 삭제하지 않았다면 지금 비밀번호를 변경하고 로그인된 세션을 확인해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  appPasswordCreated: () => ({
    subject: 'Awan 계정에 앱 비밀번호가 생성되었습니다',
    title: '앱 비밀번호가 생성되었습니다',
    paragraphs: [
      '이제 이 앱 비밀번호를 가진 프로그램은 비밀번호나 2단계 인증 없이 파일을 열 수 있습니다.',
      '본인이 만들지 않았다면 지금 앱 비밀번호를 해지하고 비밀번호를 변경해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  appAuthorized: () => ({
    subject: '앱에 Awan 계정 액세스 권한이 부여되었습니다',
    title: '앱에 액세스 권한이 부여되었습니다',
    paragraphs: [
      '이제 앱이 허용된 범위 안에서 계정을 사용할 수 있습니다.',
      '본인이 허용하지 않았다면 지금 승인된 앱 목록에서 권한을 취소하고 비밀번호를 변경해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  providerBound: () => ({
    subject: 'Awan 계정에 새 로그인 방법이 추가되었습니다',
    title: '외부 계정이 연결되었습니다',
    paragraphs: [
      '다른 서비스의 계정이 연결되었습니다. 이제 그 계정으로 로그인할 수 있는 사람은 회원님의 계정에도 로그인할 수 있습니다.',
      '본인이 연결하지 않았다면 지금 연결을 해제하고 비밀번호를 변경해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  providerUnbound: () => ({
    subject: 'Awan 계정에서 로그인 방법이 삭제되었습니다',
    title: '외부 계정 연결이 해제되었습니다',
    paragraphs: [
      '연결되어 있던 다른 서비스의 계정으로는 더 이상 로그인할 수 없습니다.',
      '본인이 해제하지 않았다면 지금 비밀번호를 변경하고 로그인된 세션을 확인해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  usernameChanged: () => ({
    subject: 'Awan 계정의 사용자 이름이 변경되었습니다',
    title: '사용자 이름이 변경되었습니다',
    paragraphs: [
      '이전 사용자 이름으로는 더 이상 로그인할 수 없습니다. 연락처로는 로그인할 수 있습니다.',
      '본인이 변경한 것이 아니라면 즉시 비밀번호를 재설정해 주세요.',
    ],
  }),
  contactChanged: () => ({
    subject: 'Awan 계정의 연락처가 변경되었습니다',
    title: '연락처가 변경되었습니다',
    paragraphs: [
      '이제 인증 코드와 알림은 다른 주소나 전화번호로 전송됩니다.',
      '본인이 변경한 것이 아니라면 즉시 이 Awan의 관리자에게 도움을 요청해 주세요.',
    ],
  }),
  deletionRequested: () => ({
    subject: 'Awan 계정이 삭제될 예정입니다',
    title: '계정이 삭제될 예정입니다',
    paragraphs: [
      '모든 세션이 종료되었습니다. 위 날짜까지는 아무것도 사라지지 않으며, 로그인하여 계정 복원을 선택할 수 있습니다.',
      '그 이후에는 계정과 모든 파일이 영구 삭제됩니다. 본인이 요청한 것이 아니라면 지금 계정을 복원하고 비밀번호를 변경해 주세요.',
    ],
    action: '계정 복원',
  }),
  deletionCancelled: () => ({
    subject: 'Awan 계정이 복원되었습니다',
    title: '계정이 복원되었습니다',
    paragraphs: [
      '계정은 삭제되지 않으며 모든 파일이 그대로 있습니다.',
      '본인이 복원한 것이 아니라면 지금 비밀번호를 변경해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  accountDeleted: () => ({
    subject: 'Awan 계정이 삭제되었습니다',
    title: '계정이 삭제되었습니다',
    paragraphs: [
      '계정과 모든 파일이 삭제되었습니다. 다시 되돌릴 수 없습니다.',
      '그동안 이용해 주셔서 감사합니다.',
    ],
  }),
  exportRequested: () => ({
    subject: 'Awan 데이터 사본이 요청되었습니다',
    title: '데이터 사본이 요청되었습니다',
    paragraphs: [
      '사본에는 계정의 모든 내용이 들어 있으며, 로그인한 사람은 하루 동안 다운로드할 수 있습니다.',
      '본인이 요청한 것이 아니라면 지금 비밀번호를 변경해 주세요. 다른 모든 세션이 종료됩니다.',
    ],
    action: 'Awan 열기',
  }),
  twoFactorEnabled: () => ({
    subject: 'Awan 계정의 2단계 인증이 켜졌습니다',
    title: '2단계 인증이 켜졌습니다',
    paragraphs: [
      '이제 로그인할 때 비밀번호 외에 두 번째 단계가 필요합니다.',
      '복구 코드를 안전한 곳에 보관해 주세요. 본인이 아니라면 바로 이 Awan의 관리자에게 도움을 요청해 주세요.',
    ],
  }),
  twoFactorDisabled: () => ({
    subject: 'Awan 계정의 2단계 인증이 꺼졌습니다',
    title: '2단계 인증이 꺼졌습니다',
    paragraphs: [
      '이제 로그인할 때 두 번째 단계가 필요하지 않으며, 신뢰하는 기기도 모두 해제되었습니다.',
      '본인이 아니라면 지금 비밀번호를 변경하고 다시 켜 주세요.',
    ],
    action: 'Awan 열기',
  }),
  twoFactorChanged: () => ({
    subject: 'Awan 계정의 2단계 인증 설정이 변경되었습니다',
    title: '2단계 인증 설정이 변경되었습니다',
    paragraphs: [
      '로그인 확인 방법이 추가되거나 삭제되었거나, 새 복구 코드가 만들어졌습니다.',
      '본인이 아니라면 지금 비밀번호를 변경하고 보안 설정을 확인해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  recoveryCodeUsed: () => ({
    subject: 'Awan 계정의 복구 코드가 사용되었습니다',
    title: '복구 코드가 사용되었습니다',
    paragraphs: [
      '비밀번호와 복구 코드 하나로 로그인이 이루어졌습니다. 사용된 코드는 더 이상 쓸 수 없습니다.',
      '본인이라면 남은 코드가 적을 때 새 코드를 만들어 주세요. 본인이 아니라면 지금 비밀번호를 변경해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  secondStepFailing: () => ({
    subject: '누군가 Awan 비밀번호를 알고 있을 수 있습니다',
    title: '누군가 비밀번호를 알고 있을 수 있습니다',
    paragraphs: [
      '비밀번호는 여러 번 맞았지만 두 번째 단계의 코드가 틀렸습니다. 계정은 열리지 않았습니다.',
      '본인이 아니라면 지금 비밀번호를 변경해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  accountStopped: () => ({
    subject: 'Awan 계정이 정지되었습니다',
    title: '계정이 정지되었습니다',
    paragraphs: [
      '이 Awan의 관리자가 계정을 정지했습니다. 모든 세션이 종료되었으며 당분간 사용할 수 없습니다. 파일은 그대로 보관됩니다.',
      '착오라고 생각되면 관리자에게 문의해 주세요.',
    ],
  }),
  accountReleased: () => ({
    subject: 'Awan 계정을 사용할 수 있습니다',
    title: '계정을 사용할 수 있습니다',
    paragraphs: ['이 Awan의 관리자가 계정을 열었습니다. 지금 로그인할 수 있습니다.'],
    action: '로그인',
  }),
  resetDemanded: () => ({
    subject: 'Awan 계정에 새 비밀번호가 필요합니다',
    title: '새 비밀번호가 필요합니다',
    paragraphs: [
      '이 Awan의 관리자가 새 비밀번호 설정을 요청했습니다. 모든 세션이 종료되었으며 이전 비밀번호로는 로그인할 수 없습니다.',
      '로그인할 때 비밀번호를 재설정해 주세요. 관리자를 포함해 누구에게도 알려 주지 마세요.',
    ],
    action: '로그인',
  }),
  administratorAppointed: () => ({
    subject: '이제 Awan의 관리자입니다',
    title: '이제 관리자입니다',
    paragraphs: [
      '이 Awan의 관리자가 회원님도 관리자로 지정했습니다. 계정, 앱, 설정을 관리할 수 있습니다.',
      '2단계 인증을 아직 켜지 않았다면 켜 주세요.',
    ],
    action: 'Awan 열기',
  }),
  administratorDismissed: () => ({
    subject: '더 이상 Awan의 관리자가 아닙니다',
    title: '더 이상 관리자가 아닙니다',
    paragraphs: [
      '이 Awan의 관리자가 회원님의 관리자 권한을 종료했습니다. 계정과 파일은 그대로입니다.',
    ],
    action: 'Awan 열기',
  }),
  administratorsChanged: () => ({
    subject: 'Awan의 관리자가 변경되었습니다',
    title: '관리자가 변경되었습니다',
    paragraphs: [
      '누군가 이 Awan의 관리자가 되었거나 더 이상 관리자가 아닙니다. 누가 누구에 의해 변경되었는지는 감사 로그에 표시됩니다.',
      '예상하지 못한 일이라면 즉시 다른 관리자에게 문의해 주세요.',
    ],
    action: 'Awan 열기',
  }),
  sessionsEnded: () => ({
    subject: 'Awan 계정에서 로그아웃되었습니다',
    title: '모든 기기에서 로그아웃되었습니다',
    paragraphs: [
      '이 Awan의 관리자가 모든 세션을 종료했습니다. 파일은 그대로입니다.',
      '계속하려면 다시 로그인해 주세요.',
    ],
    action: '로그인',
  }),
  secondStepRemoved: () => ({
    subject: 'Awan 계정의 2단계 인증이 해제되었습니다',
    title: '2단계 인증이 해제되었습니다',
    paragraphs: [
      '이 Awan의 관리자가 대신 해제했습니다. 모든 세션이 종료되었으며 신뢰하는 기기도 더 이상 없습니다.',
      '로그인하여 다시 켜 주세요. 요청한 적이 없다면 즉시 관리자에게 알려 주세요.',
    ],
    action: '로그인',
  }),
  deletionDecided: () => ({
    subject: '관리자가 Awan 계정을 삭제할 예정입니다',
    title: '계정이 삭제될 예정입니다',
    paragraphs: [
      '이 Awan의 관리자가 결정했으며 모든 세션이 종료되었습니다. 위 날짜 이후에는 계정과 모든 파일이 영구 삭제됩니다.',
      '착오라고 생각되면 그 전에 로그인하거나 관리자에게 문의해 주세요.',
    ],
    action: '로그인',
  }),
  deletionReminder: () => ({
    subject: 'Awan 계정이 곧 삭제됩니다',
    title: '계정이 곧 삭제됩니다',
    paragraphs: [
      '위 날짜에 계정과 모든 파일이 영구 삭제됩니다.',
      '유지하려면 그 전에 로그인해 주세요. 로그인할 수 없다면 이 Awan의 관리자에게 문의해 주세요.',
    ],
    action: '로그인',
  }),
  invitation: () => ({
    subject: 'Awan에서 공유받은 항목이 있습니다',
    title: '공유받은 항목이 있습니다',
    paragraphs: [
      '로그인하거나 이 메일 주소로 계정을 만들면 “나와 공유됨”에서 볼 수 있습니다.',
      '보낸 사람을 모르는 경우 이 메일을 무시하셔도 됩니다.',
    ],
    action: 'Awan 열기',
  }),
  sharedWithYou: () => ({
    subject: 'Awan에서 새 항목을 공유받았습니다',
    title: '공유받은 항목이 있습니다',
    paragraphs: ['받은함과 “나와 공유됨”에서 볼 수 있습니다.'],
    action: '받은함 열기',
  }),
  roleChanged: () => ({
    subject: 'Awan에서 역할이 변경되었습니다',
    title: '역할이 변경되었습니다',
    paragraphs: ['공유받은 항목에서 할 수 있는 일이 이제 달라집니다.'],
    action: '받은함 열기',
  }),
  accessEnded: () => ({
    subject: 'Awan에서 액세스가 종료되었습니다',
    title: '액세스가 종료되었습니다',
    paragraphs: [
      '공유받았던 항목이 더 이상 공유되지 않습니다. 잘못된 것 같으면 공유한 사람에게 문의하세요.',
    ],
    action: '받은함 열기',
  }),
  managerAppointed: () => ({
    subject: 'Awan에서 매니저가 지정되었습니다',
    title: '팀 드라이브에 새 매니저가 생겼습니다',
    paragraphs: [
      '이 서버의 관리자가 회원님이 관리하는 팀 드라이브의 매니저를 새로 지정했습니다. 매니저는 드라이브의 모든 항목을 읽고, 변경하고, 공유할 수 있습니다. 예상하지 못한 일이라면 드라이브의 구성원을 확인하세요.',
    ],
    action: '받은함 열기',
  }),
  dropArrived: () => ({
    subject: 'Awan 제출 폴더에 파일이 도착했습니다',
    title: '제출 폴더에 파일이 도착했습니다',
    paragraphs: ['링크 방문자가 보낸 파일입니다. 예상한 파일만 여세요.'],
    action: '받은함 열기',
  }),
  accessAsked: () => ({
    subject: 'Awan에서 액세스 요청을 받았습니다',
    title: '액세스 요청을 받았습니다',
    paragraphs: ['받은함에서 요청을 승인하거나 거절할 수 있습니다. 모르는 사람이면 거절하세요.'],
    action: '받은함 열기',
  }),
  transferOffered: () => ({
    subject: 'Awan에서 파일 또는 폴더를 넘겨받으라는 제안을 받았습니다',
    title: '파일 또는 폴더를 넘겨받으라는 제안을 받았습니다',
    paragraphs: [
      '받은함에서 수락하면 내 소유가 되고 내 저장공간에 포함됩니다. 모르는 사람이면 거절하세요.',
    ],
    action: '받은함 열기',
  }),
  transferAnswered: () => ({
    subject: 'Awan에서 보낸 제안에 답변이 왔습니다',
    title: '보낸 제안에 답변이 왔습니다',
    paragraphs: ['수락되었는지 거절되었는지 받은함에서 확인할 수 있습니다.'],
    action: '받은함 열기',
  }),
  labels: {
    device: '기기',
    address: '주소',
    time: '시간',
    deletion: '삭제 예정',
    from: '보낸 사람',
    item: '공유 항목',
    place: '파일 또는 폴더',
    role: '역할',
    files: '파일',
    more: '그 외',
  },
  roles: {
    viewer: '뷰어',
    contributor: '참여자',
    editor: '편집자',
    manager: '매니저',
    drop: '제출 폴더',
  },
  unsubscribe: {
    link: '이 메일 그만 받기',
    question: '이 메일을 그만 받을까요?',
    explanation:
      '이 종류의 메일을 더 이상 받지 않습니다. 메시지는 받은함에 남으며, 설정에서 메일을 다시 켤 수 있습니다.',
    button: '그만 받기',
    done: '이 종류의 메일을 더 이상 받지 않습니다',
    afterwards: '설정에서 다시 켤 수 있습니다.',
  },
  footer: 'Awan이 자동으로 보낸 메일이며 회신은 확인되지 않습니다.',
}
