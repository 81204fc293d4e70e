import type { texts as english } from '../en/obstacles.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.second.title': '한 단계 더',
  'signIn.second.TOTP': '인증 앱에 표시된 코드를 입력하세요.',
  'signIn.second.PASSKEY': '이 계정의 패스키로 확인하세요.',
  'signIn.second.RECOVERY':
    '보관해 둔 복구 코드 중 하나를 입력하세요. 각 코드는 한 번만 쓸 수 있습니다.',
  'signIn.second.toSend': '코드를 보내는 중입니다.',
  'signIn.second.none': '지금 사용할 수 있는 2단계 방법이 없습니다. 서버 관리자에게 문의하세요.',
  'signIn.second.trust': '30일 동안 이 기기 신뢰',
  'signIn.second.other': '다른 확인 방법',
  'signIn.second.method.TOTP': '인증 앱',
  'signIn.second.method.PASSKEY': '패스키',
  'signIn.second.method.SMS': '문자 메시지',
  'signIn.second.method.EMAIL': '이메일',
  'signIn.second.method.RECOVERY': '복구 코드',
  'signIn.second.problem.recoveryMissing': '복구 코드를 입력하세요.',
  'signIn.second.problem.expired': '시간이 지났거나 시도가 너무 많았습니다. 새 코드로 계속하세요.',
  'signIn.second.problem.tooMany': '시도가 너무 많습니다. 잠시 기다리거나 다른 방법을 사용하세요.',
  'signIn.second.problem.passkey':
    '여기서는 이 패스키를 사용할 수 없습니다. 다른 방법을 시도하세요.',
  'signIn.state.other': '다른 계정 사용',
  'signIn.state.unchanged': '아직 바뀐 것이 없습니다.',
  'signIn.state.pending.title': '계정이 승인을 기다리고 있습니다',
  'signIn.state.pending.text':
    '이 서버의 관리자가 새 계정을 하나씩 확인합니다. 승인되면 로그인할 수 있습니다.',
  'signIn.state.inactive.title': '계정이 아직 활성화되지 않았습니다',
  'signIn.state.inactive.text':
    '가입 승인이 필요하던 때에 만들어졌지만 승인되지 않은 계정입니다. 이 서버의 관리자에게 활성화를 요청하세요.',
  'signIn.state.locked.title': '잘못된 비밀번호가 너무 많습니다',
  'signIn.state.locked.text':
    '계정을 보호하기 위해 지금은 비밀번호를 받지 않습니다. 잠시 기다리거나 코드 또는 패스키를 사용하세요.',
  'signIn.state.locked.until':
    '계정을 보호하기 위해 {time}까지 비밀번호를 받지 않습니다. 코드나 패스키로는 로그인할 수 있습니다.',
  'signIn.state.locked.code': '코드로 로그인',
  'signIn.state.waiting.title': '새 비밀번호는 기다려야 합니다',
  'signIn.state.waiting.text':
    '유일한 2단계 인증 수단인 연락처로 받은 코드로 설정한 비밀번호입니다. 계정을 보호하기 위해 {time}부터 로그인할 수 있습니다. 더 빨리 로그인하려면 이 서버의 관리자에게 문의하세요.',
  'signIn.state.blocked.title': '잠긴 계정입니다',
  'signIn.state.blocked.text':
    '서버 관리자가 계정을 잠갔습니다. 관리자에게 문의하세요. 파일은 그대로 있습니다.',
  'signIn.state.frozen.title': '동결된 계정입니다',
  'signIn.state.frozen.text':
    '지금은 사용할 수 없습니다. 나중에 다시 시도하거나 서버 관리자에게 문의하세요.',
  'signIn.state.review.title': '검토 중인 계정입니다',
  'signIn.state.review.text':
    '담당자가 확인하고 있습니다. 끝날 때까지 로그인할 수 없으며, 그동안 아무것도 삭제되지 않습니다.',
  'signIn.state.deleting.title': '삭제 중인 계정입니다',
  'signIn.state.deleting.until':
    '{date}에 계정과 모든 내용이 사라집니다. 그때까지는 그대로 복원할 수 있습니다.',
  'signIn.state.deleting.text':
    '곧 계정과 모든 내용이 사라집니다. 그때까지는 그대로 복원할 수 있습니다.',
  'signIn.state.deleting.final': '더 이상 사용하거나 복원할 수 없습니다.',
  'signIn.state.deleting.restore': '내 계정 복원',
  'signIn.state.reset.title': '새 비밀번호를 정하세요',
  'signIn.state.reset.text':
    '비밀번호가 다른 사람에게 알려졌을 수 있어 더 이상 쓸 수 없습니다. 로그인하려면 코드를 확인하고 새 비밀번호를 설정하세요.',
  'signIn.state.reset.go': '새 비밀번호 설정',
}
