import type { texts as english } from '../en/drive-trash.ts'

export const texts: Record<keyof typeof english, string> = {
  'trash.nothing': '回收站是空的',
  'trash.nothing.hint': '删除的内容会保留在这里，以备您需要时找回。',
  'trash.retention': '这里的内容保留{days, plural, other { # 天}}，之后会永久删除。',
  'trash.search': '搜索回收站',
  'trash.search.clear': '清除搜索',
  'trash.found': '回收站中的搜索结果',
  'trash.noMatch': '回收站中没有“{words}”',
  'trash.noMatch.hint': '只搜索名称，不搜索已删除文件夹中的内容。',
  'trash.clear': '清空回收站',
  'trash.clearAsk': '清空回收站？',
  'trash.clearAsk.text': '其中的所有内容都会永久删除，无法撤销。',
  'trash.clearing': '正在清空回收站',
  'trash.cleared': '回收站已清空',
  'trash.clearFailed': '未能清空回收站',

  'trash.placeGone': '文件夹已不存在',
  'trash.placeInTrash': '{place}（在回收站中）',
  'trash.goesSoon': '一天之内永久删除',
  'trash.goesIn': '{days, plural, other {# 天后永久删除}}',
}
