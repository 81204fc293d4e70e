import type { texts as english } from '../en/admin-links.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminLinks.title': '링크',
  'adminLinks.intro':
    '계정 없이 액세스할 수 있는 주소입니다. 누구의 링크인지는 보이지만 무엇을 여는지는 보이지 않습니다.',
  'adminLinks.rules': '링크 규칙',
  'adminLinks.rules.text':
    '지금부터 만들거나 변경하는 링크에 적용됩니다. 링크를 허용하지 않으면 기존 링크도 열리지 않습니다.',
  'adminLinks.enabled': '링크 허용',
  'adminLinks.password': '모든 링크에 비밀번호 필요',
  'adminLinks.names': '직접 정한 이름의 링크는 비밀번호 없이 허용',
  'adminLinks.days': '최대 유효 기간(일)',
  'adminLinks.days.hint': '비워 두면 제한이 없습니다.',
  'adminLinks.days.wrong': '1에서 36,500 사이의 정수를 입력하세요.',
  'adminLinks.all': '모든 링크',
  'adminLinks.search': '링크 찾기',
  'adminLinks.search.hint': '사람, 제목 또는 링크 주소',
  'adminLinks.show': '표시',
  'adminLinks.show.all': '모든 링크',
  'adminLinks.show.password': '비밀번호 없음',
  'adminLinks.show.end': '종료일 없음',
  'adminLinks.found': '{count, plural, other {링크 #개}}',
  'adminLinks.none': '아직 만든 링크가 없습니다',
  'adminLinks.nothing': '일치하는 링크가 없습니다',
  'adminLinks.revoke': '해지',
  'adminLinks.revoke.of': '{name}님의 링크 해지',
  'adminLinks.revoke.title': '이 링크를 해지하시겠습니까?',
  'adminLinks.revoke.text':
    '더 이상 아무도 열 수 없습니다. {name}님은 활동 기록에서 관리자가 해지한 것을 볼 수 있습니다.',
  'adminLinks.revoked': '링크를 해지했습니다.',
  'adminLinks.hasPassword': '비밀번호 있음',
  'adminLinks.noPassword': '비밀번호 없음',
  'adminLinks.noEnd': '종료일 없음',
  'adminLinks.until': '{date}까지',
  'adminLinks.downloads': '{count, plural, other {다운로드 #회}}',
  'adminLinks.downloadsOf': '다운로드 {limit}회 중 {count}회',
  'adminLinks.inDriveOf': '{name}님의 드라이브',
}
