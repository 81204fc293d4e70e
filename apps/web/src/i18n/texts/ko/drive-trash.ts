import type { texts as english } from '../en/drive-trash.ts'

export const texts: Record<keyof typeof english, string> = {
  'trash.nothing': '휴지통이 비어 있습니다',
  'trash.nothing.hint': '삭제한 항목은 다시 필요할 때를 위해 여기에 보관됩니다.',
  'trash.retention': '항목은 {days, plural, other {#일}} 동안 여기에 보관된 후 영구 삭제됩니다.',
  'trash.search': '휴지통 검색',
  'trash.search.clear': '검색어 지우기',
  'trash.found': '휴지통 검색 결과',
  'trash.noMatch': '휴지통에 “{words}” 항목이 없습니다',
  'trash.noMatch.hint': '이름만 검색하며, 삭제한 폴더 안의 항목은 검색하지 않습니다.',
  'trash.clear': '휴지통 비우기',
  'trash.clearAsk': '휴지통을 비울까요?',
  'trash.clearAsk.text': '휴지통의 모든 항목이 영구 삭제됩니다. 되돌릴 수 없습니다.',
  'trash.clearing': '휴지통을 비우는 중',
  'trash.cleared': '휴지통을 비웠습니다',
  'trash.clearFailed': '휴지통을 비우지 못했습니다',

  'trash.placeGone': '폴더가 없어졌습니다',
  'trash.placeInTrash': '{place}(휴지통에 있음)',
  'trash.goesSoon': '하루 안에 영구 삭제',
  'trash.goesIn': '{days, plural, other {#일 후 영구 삭제}}',
}
