import type { texts as english } from '../en/drive-search.ts'

export const texts: Record<keyof typeof english, string> = {
  'search.label': '搜索文件和文件夹',
  'search.title': '搜索',
  'search.clear': '清除搜索',
  'search.suggestions': '最佳匹配',
  'search.recent': '最近搜索',
  'search.recent.forget': '清除最近搜索',
  'search.all': '“{query}”的所有结果',
  'search.allIn': '{name}中的结果',
  'search.resultsFor': '“{query}”的结果',
  'search.list': '搜索结果',
  'search.count': '{count, plural, =0 {没有找到} other {# 个结果}}',
  'search.countMore': '超过 {count} 个结果',
  'search.none': '没有找到“{query}”',
  'search.none.filters': '没有符合这些筛选条件的项目',
  'search.none.hint': '请检查拼写，或减少关键词。',
  'search.none.filters.hint': '去掉筛选也许能找到更多。',
  'search.begin': '您在找什么？',
  'search.begin.hint': '输入名称，或文本中的词语。',
  'search.failed': '搜索没有响应',

  'search.place': '位置',
  'search.place.any': '所有位置',
  'search.tag': '标签',
  'search.tag.any': '任何标签',
  'search.starred': '收藏',
}
