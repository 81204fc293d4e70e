import type { texts as english } from '../en/drive-search.ts'

export const texts: Record<keyof typeof english, string> = {
  'search.label': '파일 및 폴더 검색',
  'search.title': '검색',
  'search.clear': '검색어 지우기',
  'search.suggestions': '가장 가까운 결과',
  'search.recent': '최근 검색',
  'search.recent.forget': '최근 검색 지우기',
  'search.all': '“{query}” 검색 결과 모두 보기',
  'search.allIn': '{name} 안의 결과',
  'search.resultsFor': '“{query}” 검색 결과',
  'search.list': '검색 결과',
  'search.count': '{count, plural, =0 {결과 없음} other {결과 #개}}',
  'search.countMore': '결과 {count}개 이상',
  'search.none': '“{query}”에 대한 결과가 없습니다',
  'search.none.filters': '필터에 맞는 항목이 없습니다',
  'search.none.hint': '철자를 확인하거나 단어를 줄여 보세요.',
  'search.none.filters.hint': '필터를 빼면 더 있을 수 있습니다.',
  'search.begin': '무엇을 찾으시나요?',
  'search.begin.hint': '이름이나 글 속의 단어를 입력하세요.',
  'search.failed': '검색이 응답하지 않습니다',

  'search.place': '위치',
  'search.place.any': '모든 위치',
  'search.tag': '태그',
  'search.tag.any': '모든 태그',
  'search.starred': '즐겨찾기',
}
