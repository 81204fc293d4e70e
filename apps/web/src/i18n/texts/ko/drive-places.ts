import type { texts as english } from '../en/drive-places.ts'

export const texts: Record<keyof typeof english, string> = {
  'nav.recent': '최근',
  'nav.starred': '즐겨찾기',
  'nav.photos': '사진',
  'nav.shared': '공유',
  'nav.team': '팀 드라이브',
  'nav.activity': '활동',
  'nav.search': '검색',
  'nav.places': '위치',
  'nav.folders': '폴더',
  'nav.tags': '태그',
  'nav.tags.all': '태그 모두 보기',

  'tree.more': '더보기',
  'tree.empty': '안에 폴더가 없습니다',

  'places.tagCount': '{count, plural, other {항목 #개}}',
  'places.tag.list': '태그: {tag}',
  'places.recent.empty': '아직 최근 파일이 없습니다',
  'places.recent.empty.hint': '추가하거나 수정한 파일이 최신순으로 여기에 나타납니다.',
  'places.starred.empty': '아직 즐겨찾기가 없습니다',
  'places.starred.empty.hint': '자주 쓰는 항목에 별표를 하면 언제나 바로 찾을 수 있습니다.',
  'places.tag.empty': '이 태그가 붙은 항목이 없습니다',
  'places.tag.empty.hint': '파일과 폴더에 이 태그를 붙이면 여기에 모입니다.',
  'places.toFiles': '내 파일로 이동',
}
