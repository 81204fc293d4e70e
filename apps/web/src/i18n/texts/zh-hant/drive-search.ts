import type { texts as english } from '../en/drive-search.ts'

export const texts: Record<keyof typeof english, string> = {
  'search.label': '搜尋檔案和資料夾',
  'search.title': '搜尋',
  'search.clear': '清除搜尋',
  'search.suggestions': '最相符的結果',
  'search.recent': '最近搜尋',
  'search.recent.forget': '清除最近搜尋',
  'search.all': '「{query}」的所有結果',
  'search.allIn': '{name}中的結果',
  'search.resultsFor': '「{query}」的結果',
  'search.list': '搜尋結果',
  'search.count': '{count, plural, =0 {沒有找到} other {# 個結果}}',
  'search.countMore': '超過 {count} 個結果',
  'search.none': '沒有找到「{query}」',
  'search.none.filters': '沒有符合這些篩選條件的項目',
  'search.none.hint': '請檢查拼字，或減少關鍵字。',
  'search.none.filters.hint': '去掉篩選也許能找到更多。',
  'search.begin': '您在找什麼？',
  'search.begin.hint': '輸入名稱，或文字內容中的詞語。',
  'search.failed': '搜尋沒有回應',

  'search.place': '位置',
  'search.place.any': '所有位置',
  'search.tag': '標籤',
  'search.tag.any': '任何標籤',
  'search.starred': '我的最愛',
}
