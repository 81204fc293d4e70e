import type { texts as english } from '../en/admin-drives.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminDrives.intro':
    '누구의 소유도 아니며 사람이 떠나도 남는 드라이브입니다. 매니저는 보이지만 내용은 보이지 않습니다.',
  'adminDrives.new': '새 팀 드라이브',
  'adminDrives.new.intro': '첫 매니저가 다른 멤버를 추가합니다.',
  'adminDrives.name': '이름',
  'adminDrives.manager': '첫 매니저',
  'adminDrives.manager.none': '아직 선택하지 않음',
  'adminDrives.manager.choose': '사용자 고르기',
  'adminDrives.manager.missing': '드라이브를 관리할 사용자를 고르세요.',
  'adminDrives.create': '팀 드라이브 만들기',
  'adminDrives.created': '{name} 팀 드라이브를 만들었습니다.',
  'adminDrives.none': '아직 팀 드라이브가 없습니다',
  'adminDrives.none.text':
    '한 사람이 아니라 팀에 속한 파일을 위한 곳입니다. 팀 드라이브에는 자체 멤버, 저장 공간, 휴지통이 있습니다.',
  'adminDrives.members': '{count, plural, other {멤버 #명}}',
  'adminDrives.managedBy': '매니저: {names}',
  'adminDrives.unmanaged': '매니저 없음',
  'adminDrives.unmanaged.text':
    '아무도 멤버를 추가하거나 휴지통을 비울 수 없습니다. 매니저를 지정하세요.',
  'adminDrives.acts': '작업: {name}',
  'adminDrives.appoint': '매니저 지정',
  'adminDrives.appoint.of': '매니저 지정: {name}',
  'adminDrives.appointed': '{name}: 새 매니저를 지정했습니다.',
  'adminDrives.rename': '이름 바꾸기',
  'adminDrives.rename.title': '팀 드라이브 이름 바꾸기',
  'adminDrives.rename.text': '모든 멤버에게 새 이름이 표시됩니다.',
  'adminDrives.delete': '팀 드라이브 삭제',
  'adminDrives.delete.title': '{name} 팀 드라이브를 삭제할까요?',
  'adminDrives.delete.text':
    '모든 멤버에게서 모든 내용이 영구 삭제됩니다. 아무도 복원할 수 없습니다.',
  'adminDrives.deleted': '{name} 팀 드라이브를 삭제했습니다.',
}
