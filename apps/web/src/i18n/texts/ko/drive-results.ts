import type { texts as english } from '../en/drive-results.ts'

export const texts: Record<keyof typeof english, string> = {
  'results.atLeast': '결과 {count}개 이상',
  'results.sort': '정렬',
  'results.sort.match': '가장 가까운 결과',
  'results.best': '가장 가까운 {count}개를 정렬함',
  'saved.title': '저장한 검색',
  'saved.save': '검색 저장',
  'saved.save.title': '이 검색 저장',
  'saved.save.hint': '검색어와 필터가 이름과 함께 모든 기기에 저장됩니다.',
  'saved.name': '이름',
  'saved.missing': '이름을 입력하세요.',
  'saved.saved': '“{name}” 검색을 저장했습니다',
  'saved.rename': '이름 바꾸기',
  'saved.rename.title': '“{name}” 이름 바꾸기',
  'saved.delete': '삭제',
  'saved.deleted': '“{name}” 검색을 삭제했습니다',
  'saved.most': '검색 {count}개가 저장되어 더 저장할 수 없습니다. 먼저 하나를 삭제하세요.',
  'saved.actions': '{name} 작업',
  'saved.all': '저장한 검색 모두 보기',
  'saved.failed': '저장한 검색을 불러올 수 없습니다',
}
