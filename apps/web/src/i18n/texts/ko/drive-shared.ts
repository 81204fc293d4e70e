import type { texts as english } from '../en/drive-shared.ts'

export const texts: Record<keyof typeof english, string> = {
  'shared.tabs': '공유 항목',
  'shared.withMe': '나와 공유',
  'shared.byMe': '내가 공유',
  'shared.links': '링크',
  'shared.withMe.title': '나와 공유된 항목',

  'shared.name': '이름',
  'shared.owner': '소유자',
  'shared.role': '역할',
  'shared.when': '공유한 날짜',
  'shared.who': '공유 대상',
  'shared.end.column': '종료',
  'shared.downloads': '다운로드',
  'shared.address': '주소',
  'shared.actions': '작업',

  'shared.by': '소유자: {name}',
  'shared.viaGroup': '그룹: {name}',
  'shared.anyone': '링크가 있는 모든 사용자',
  'shared.until': '{date}까지',
  'shared.over': '{date} 종료됨',
  'shared.noEnd': '종료 날짜 없음',
  'shared.noEffect': '현재 액세스 없음',
  'shared.limited': '역할보다 적은 권한',
  'shared.more': '더보기',

  'shared.leave': '나가기',
  'shared.actions.one': '{name} 작업',
  'shared.leave.ask': '나가기: “{name}”',
  'shared.leave.hint':
    '액세스가 종료됩니다. 다시 받으려면 소유자에게 공유를 요청하세요. 소유자: {owner}',
  'shared.left': '나간 항목: “{name}”',
  'shared.save': '내 드라이브에 저장',

  'shared.end': '액세스 종료',
  'shared.end.one': '액세스 종료: {who}, {name}',
  'shared.end.ask': '“{name}” 액세스를 종료할까요?',
  'shared.end.hint': '더 이상 공유하지 않을 대상: {who}. 언제든지 다시 공유할 수 있습니다.',
  'shared.endDone': '액세스를 종료했습니다',

  'shared.link.copy': '링크 복사: {name}',
  'shared.link.copied': '링크를 복사했습니다',
  'shared.link.noAddress': '주소를 더 이상 표시할 수 없습니다',
  'shared.link.password': '비밀번호 있음',
  'shared.link.noDownload': '미리보기만',
  'shared.link.downloads': '다운로드 {count, plural, other {#회}}',
  'shared.link.downloadsOf': '다운로드 {count}/{limit}회',
  'shared.link.revoke': '링크 해지',
  'shared.link.revoke.one': '링크 해지: {name}',
  'shared.link.revoke.ask': '“{name}” 링크를 해지할까요?',
  'shared.link.revoke.hint': '더 이상 아무도 열 수 없으며, 이 링크는 되돌릴 수 없습니다.',
  'shared.link.revoked': '링크를 해지했습니다',

  'shared.withMe.empty': '아직 공유받은 항목이 없습니다',
  'shared.withMe.empty.hint': '다른 사람이 공유한 파일과 폴더가 여기에 바로 표시됩니다.',
  'shared.byMe.empty': '아직 공유한 항목이 없습니다',
  'shared.byMe.empty.hint':
    '파일이나 폴더를 공유하면 누가 액세스할 수 있는지 여기에서 보고 종료할 수 있습니다.',
  'shared.links.empty': '아직 링크가 없습니다',
  'shared.links.empty.hint':
    '링크가 있으면 계정 없이도 파일이나 폴더를 열 수 있습니다. 만든 링크가 여기에 표시됩니다.',

  'search.where': '검색할 위치',
  'search.where.everything': '전체',
  'search.where.mine': '내 드라이브',
  'search.where.drive': '이 드라이브',
  'search.where.column': '위치',
  'search.where.shared': '나와 공유된 항목',

  'shared.alias': '이름 바꾸기',
  'shared.alias.one': '나에게만 보이는 이름으로 바꾸기',
  'shared.alias.title': '나에게만 보이는 이름',
  'shared.alias.name': '내가 쓰는 이름',
  'shared.alias.hint': '이 이름은 나에게만 보입니다. {owner} 님이 쓰는 이름: “{name}”',
  'shared.alias.of': '원래 이름: {name}',

  'shared.shortcut.add': '내 파일에 바로가기 추가…',
  'shared.shortcut.added': '{folder} 폴더에 바로가기로 추가했습니다: “{name}”',
  'shared.shortcut.brokenTitle': '연결된 곳이 없습니다: “{name}”',
  'shared.shortcut.remove': '바로가기 삭제',
  'shared.shortcut.broken':
    '이 바로가기는 연결된 곳이 없습니다. 액세스가 종료되었거나 항목이 더 이상 없습니다.',

  'shared.ended': '더 이상 액세스할 수 없습니다',
  'shared.ended.hint':
    '더 이상 공유되지 않거나 이동 또는 삭제되었습니다. 다른 사람이 공유한 항목은 공유에 있습니다.',
  'shared.toShared': '공유로 이동',
}
