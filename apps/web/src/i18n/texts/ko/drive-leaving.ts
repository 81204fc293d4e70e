import type { texts as english } from '../en/drive-leaving.ts'

export const texts: Record<keyof typeof english, string> = {
  'leaving.title': '다른 사람이 잃는 것',
  'leaving.intro':
    '공유한 모든 것은 계정과 함께 끝납니다. 다른 사람에게 계속 필요한 것은 먼저 팀 드라이브로 이동할 수 있습니다.',
  'leaving.none': '공유한 항목이 없고, 모든 팀 드라이브에 다른 매니저가 있습니다.',
  'leaving.with': '공유 대상: {names}',
  'leaving.link': '링크가 있는 모든 사용자',
  'leaving.elsewhere': '남아 있는 드라이브: 이 액세스 권한만 끝납니다',
  'leaving.choose': '선택: {name}',
  'leaving.more': '더보기',
  'leaving.move': '{count, plural, =0 {팀 드라이브로 이동} other {항목 #개를 팀 드라이브로 이동}}',
  'leaving.offer':
    '{count, plural, =0 {다른 사람에게 넘겨주기} other {항목 #개를 다른 사람에게 넘겨주기}}',
  'leaving.move.title': '팀 드라이브로 이동',
  'leaving.move.text':
    '팀 드라이브의 멤버가 액세스 권한을 받고, 떠난 뒤에도 남습니다. 그 밖에 필요한 사람과는 그곳에서 다시 공유하세요.',
  'leaving.move.to': '팀 드라이브',
  'leaving.move.nowhere':
    '파일을 추가할 수 있는 팀 드라이브가 없습니다. 서버 관리자에게 만들어 달라고 요청하세요.',
  'leaving.move.do': '{count, plural, other {항목 #개 이동}}',
  'leaving.move.busy': '이동할 위치: {name}',
  'leaving.move.keep': '이 창을 닫아도 됩니다. 서버가 계속 이동합니다.',
  'leaving.moved': '{count, plural, other {항목 #개를 이동했습니다.}}',
  'leaving.move.failed': '{name}: 이동할 수 없습니다. {reason}',
  'leaving.move.failed.all': '항목을 이동할 수 없습니다. {reason}',
  'leaving.move.cancelled': '이동을 취소했습니다. 이미 이동한 것은 팀 드라이브에 있습니다.',
  'leaving.drives': '혼자 관리하는 팀 드라이브',
  'leaving.drives.text':
    '드라이브는 남지만, 매니저가 없으면 아무도 멤버를 추가하거나 휴지통을 비울 수 없습니다.',
  'leaving.appoint': '매니저 지정',
  'leaving.appoint.of': '다른 매니저 지정: {name}',
  'leaving.appoint.text': '매니저는 공유와 삭제를 포함해 팀 드라이브에서 모든 것을 할 수 있습니다.',
  'leaving.appoint.do': '매니저로 지정',
  'leaving.appoint.account': '계정이 있는 사람과 그룹만 매니저가 될 수 있습니다: {name}',
  'leaving.appointed': '{name}: 다른 매니저를 지정했습니다.',
}
