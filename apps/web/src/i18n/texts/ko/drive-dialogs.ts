import type { texts as english } from '../en/drive-dialogs.ts'

export const texts: Record<keyof typeof english, string> = {
  'act.taken.title': '이미 사용 중인 이름입니다',
  'act.taken.text': '“{folder}” 폴더에 “{name}” 항목이 이미 있습니다.',
  'act.taken.hint': '바뀌기 전의 항목은 휴지통으로 이동합니다.',
  'act.taken.keepBoth': '둘 다 유지',
  'act.taken.replace': '바꾸기',
  'act.taken.skip': '건너뛰기',
  'act.taken.all': '나머지 {count}개에도 똑같이 적용',

  'act.pick.move': '{count, plural, other {항목 #개}} 이동',
  'act.pick.copy': '{count, plural, other {항목 #개}} 복사',
  'act.pick.folders': '폴더',
  'act.pick.recent': '최근 폴더',
  'act.pick.moveHere': '{name} 폴더로 이동',
  'act.pick.copyHere': '{name} 폴더에 복사',
  'act.pick.more': '폴더 더보기',
  'act.pick.none': '폴더가 없습니다',
  'act.pick.same': '지금 있는 곳입니다.',
  'act.pick.newIn': '{name}에 새 폴더',

  'act.tags.title': '{name}의 태그',
  'act.tags.field': '태그 추가',
  'act.tags.add': '추가',
  'act.tags.known': '사용 중인 태그',
  'act.tags.chosen': '선택한 태그',
  'act.tags.remove': '{tag} 태그 제거',
  'act.tags.none': '아직 태그가 없습니다.',
  'act.tags.save': '태그 저장',
  'act.tags.full': '파일 하나에 태그를 20개까지 달 수 있습니다.',
}
