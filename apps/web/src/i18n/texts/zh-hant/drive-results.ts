import type { texts as english } from '../en/drive-results.ts'

export const texts: Record<keyof typeof english, string> = {
  'results.atLeast': '至少 {count} 個結果',
  'results.sort': '排序',
  'results.sort.match': '最相符的結果',
  'results.best': '最相符的 {count} 個，已排序',
  'saved.title': '已儲存的搜尋',
  'saved.save': '儲存搜尋',
  'saved.save.title': '儲存此搜尋',
  'saved.save.hint': '關鍵字和篩選條件會以一個名稱儲存，在您的所有裝置上都可使用。',
  'saved.name': '名稱',
  'saved.missing': '請輸入名稱。',
  'saved.saved': '已儲存「{name}」',
  'saved.rename': '重新命名',
  'saved.rename.title': '重新命名「{name}」',
  'saved.delete': '刪除',
  'saved.deleted': '已刪除「{name}」',
  'saved.most': '已儲存 {count} 個搜尋，無法再儲存。請先刪除一個。',
  'saved.actions': '「{name}」的操作',
  'saved.all': '所有已儲存的搜尋',
  'saved.failed': '無法載入已儲存的搜尋',
}
