import type { texts as english } from '../en/drive-trash.ts'

export const texts: Record<keyof typeof english, string> = {
  'trash.nothing': '垃圾桶是空的',
  'trash.nothing.hint': '刪除的內容會保留在這裡，以便您需要時找回。',
  'trash.retention': '這裡的內容會保留{days, plural, other { # 天}}，之後會永久刪除。',
  'trash.search': '搜尋垃圾桶',
  'trash.search.clear': '清除搜尋',
  'trash.found': '垃圾桶中的搜尋結果',
  'trash.noMatch': '垃圾桶中沒有「{words}」',
  'trash.noMatch.hint': '只搜尋名稱，不搜尋已刪除資料夾中的內容。',
  'trash.clear': '清空垃圾桶',
  'trash.clearAsk': '清空垃圾桶？',
  'trash.clearAsk.text': '其中的所有內容都會永久刪除，無法復原。',
  'trash.clearing': '正在清空垃圾桶',
  'trash.cleared': '垃圾桶已清空',
  'trash.clearFailed': '未能清空垃圾桶',

  'trash.placeGone': '資料夾已不存在',
  'trash.placeInTrash': '{place}（在垃圾桶中）',
  'trash.goesSoon': '一天之內永久刪除',
  'trash.goesIn': '{days, plural, other {# 天後永久刪除}}',
}
