import type { texts as english } from '../en/drive-places.ts'

export const texts: Record<keyof typeof english, string> = {
  'nav.recent': '最近',
  'nav.starred': '收藏',
  'nav.photos': '照片',
  'nav.shared': '共享',
  'nav.team': '团队云盘',
  'nav.activity': '动态',
  'nav.search': '搜索',
  'nav.places': '位置',
  'nav.folders': '文件夹',
  'nav.tags': '标签',
  'nav.tags.all': '显示所有标签',

  'tree.more': '显示更多',
  'tree.empty': '里面没有文件夹',

  'places.tagCount': '{count, plural, other {# 项}}',
  'places.tag.list': '标签：{tag}',
  'places.recent.empty': '还没有最近的文件',
  'places.recent.empty.hint': '您添加或修改的文件会显示在这里，最新的在最前。',
  'places.starred.empty': '还没有收藏',
  'places.starred.empty.hint': '为常用的项目加上星标，就能随时一步找到。',
  'places.tag.empty': '没有带此标签的项目',
  'places.tag.empty.hint': '给文件和文件夹加上此标签，它们就会汇集在这里。',
  'places.toFiles': '前往我的文件',
}
