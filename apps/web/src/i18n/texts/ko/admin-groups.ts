import type { texts as english } from '../en/admin-groups.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminGroups.intro':
    '함께 액세스 권한을 받는 사람들입니다. 그룹과 공유한 항목은 모든 멤버에게 열립니다.',
  'adminGroups.search': '그룹 찾기',
  'adminGroups.search.hint': '이름의 일부',
  'adminGroups.found': '{count, plural, other {그룹 #개}}',
  'adminGroups.new': '새 그룹',
  'adminGroups.new.text': '공유하는 사람은 이 이름으로 그룹을 찾습니다.',
  'adminGroups.name': '이름',
  'adminGroups.create': '그룹 만들기',
  'adminGroups.created': '{name} 그룹을 만들었습니다.',
  'adminGroups.taken': '같은 이름의 그룹이 있습니다. 다른 이름을 입력하세요.',
  'adminGroups.none': '아직 그룹이 없습니다',
  'adminGroups.none.text':
    '가족, 학급, 팀: 그룹을 만들고 멤버를 추가하세요. 그러면 한 사람과 공유하듯 그룹과 공유할 수 있습니다.',
  'adminGroups.nothing': '일치하는 그룹이 없습니다',
  'adminGroups.count': '{count, plural, =0 {멤버 없음} other {멤버 #명}}',
  'adminGroups.missing': '이 그룹은 더 이상 없습니다',
  'adminGroups.members': '멤버',
  'adminGroups.members.none': '아직 멤버가 없습니다',
  'adminGroups.members.none.text': '사람을 추가하거나 다른 그룹을 멤버째 추가하세요.',
  'adminGroups.group': '그룹',
  'adminGroups.add': '멤버 추가',
  'adminGroups.add.find': '사람의 이름이나 이메일 또는 그룹',
  'adminGroups.add.list': '사람과 그룹',
  'adminGroups.add.type': '이름을 입력해 다른 사람을 찾으세요.',
  'adminGroups.add.nobody': '일치하는 다른 사람이 없습니다',
  'adminGroups.add.do': '{count, plural, other {멤버 #명 추가}}',
  'adminGroups.added': '{count, plural, other {멤버 #명을 추가했습니다.}}',
  'adminGroups.nested':
    '그룹은 한 단계까지만 포함할 수 있습니다. {name} 그룹에 다른 그룹이 있거나 이 그룹이 다른 그룹에 속해 있습니다.',
  'adminGroups.remove.of': '그룹에서 제외: {name}',
  'adminGroups.remove.title': '{name}: 그룹에서 제외할까요?',
  'adminGroups.remove.text':
    '다른 방법으로 공유되지 않았다면, 이 그룹과 공유한 항목을 더 이상 열 수 없습니다: {name}',
  'adminGroups.removed': '{name}: 그룹에서 제외했습니다.',
  'adminGroups.rename': '그룹 이름 바꾸기',
  'adminGroups.rename.text': '그룹과 공유한 항목은 그대로 공유됩니다.',
  'adminGroups.delete': '그룹 삭제',
  'adminGroups.delete.title': '{name} 그룹을 삭제할까요?',
  'adminGroups.delete.text':
    '멤버는 그룹과 공유된 모든 항목의 액세스 권한을 잃습니다. 계정과 파일은 그대로 남습니다.',
  'adminGroups.deleted': '{name} 그룹을 삭제했습니다.',
}
