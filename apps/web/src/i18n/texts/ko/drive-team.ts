import type { texts as english } from '../en/drive-team.ts'

export const texts: Record<keyof typeof english, string> = {
  'team.storage.of': '{name}의 저장 공간',
  'team.role': '내 역할',
  'team.empty': '아직 팀 드라이브가 없습니다',
  'team.empty.hint': '팀 드라이브는 모든 구성원의 것입니다. 누군가 나가도 파일은 그대로 남습니다.',
  'team.empty.ask':
    '팀 드라이브는 모든 구성원의 것입니다. 누군가 나가도 파일은 그대로 남습니다. 관리자에게 만들어 달라고 요청하세요.',
  'team.new': '새 팀 드라이브',
  'team.new.hint': '만들면 매니저가 되며, 이어서 구성원을 추가할 수 있습니다.',
  'team.new.most':
    '팀 드라이브를 한도인 {count}개까지 만들었습니다. 하나를 삭제하거나 관리자에게 문의하세요.',
  'team.name': '이름',
  'team.create': '팀 드라이브 만들기',
  'team.actions': '{name} 작업',
  'team.members': '구성원',
  'team.rename': '이름 바꾸기',
  'team.rename.title': '“{name}” 이름 바꾸기',
  'team.renamed': '이제 이름은 “{name}”입니다',
  'team.leave': '나가기',
  'team.leave.ask': '나가기: “{name}”',
  'team.leave.hint':
    '그 안의 모든 항목에 액세스할 수 없게 됩니다. 매니저가 다시 추가할 수 있습니다.',
  'team.left': '나간 팀 드라이브: “{name}”',
  'team.lastManager': '유일한 매니저입니다. 먼저 구성원에서 다른 매니저를 정하세요.',
  'team.delete': '팀 드라이브 삭제',
  'team.delete.ask': '“{name}” 삭제',
  'team.delete.hint':
    '비어 있지 않습니다. 휴지통을 포함해 그 안의 모든 항목이 모든 구성원에게서 영구 삭제됩니다. 이 작업은 되돌릴 수 없습니다.',
  'team.delete.hint.empty':
    '모든 구성원이 이 드라이브를 잃게 됩니다. 이 작업은 되돌릴 수 없습니다.',
  'team.delete.name': '이름 입력: {name}',
  'team.delete.wrong': '정확히 다음과 같이 입력하세요: {name}',
  'team.deleted': '“{name}” 삭제됨',
  'team.pick': '위치',
  'team.pick.here': '이 드라이브',
}
