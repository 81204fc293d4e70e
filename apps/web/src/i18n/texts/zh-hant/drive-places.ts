import type { texts as english } from '../en/drive-places.ts'

export const texts: Record<keyof typeof english, string> = {
  'nav.recent': '最近',
  'nav.starred': '我的最愛',
  'nav.photos': '相片',
  'nav.shared': '共用',
  'nav.team': '團隊雲端硬碟',
  'nav.activity': '動態',
  'nav.search': '搜尋',
  'nav.places': '位置',
  'nav.folders': '資料夾',
  'nav.tags': '標籤',
  'nav.tags.all': '顯示所有標籤',

  'tree.more': '顯示更多',
  'tree.empty': '裡面沒有資料夾',

  'places.tagCount': '{count, plural, other {# 項}}',
  'places.tag.list': '標籤：{tag}',
  'places.recent.empty': '還沒有最近的檔案',
  'places.recent.empty.hint': '您新增或修改的檔案會顯示在這裡，最新的在最前。',
  'places.starred.empty': '我的最愛中還沒有項目',
  'places.starred.empty.hint': '為常用的項目加上星號，就能隨時一步找到。',
  'places.tag.empty': '沒有帶此標籤的項目',
  'places.tag.empty.hint': '為檔案和資料夾加上此標籤，它們就會匯集在這裡。',
  'places.toFiles': '前往我的檔案',
}
