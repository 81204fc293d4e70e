import type { texts as english } from '../en/drive-offline.ts'

export const texts: Record<keyof typeof english, string> = {
  'offline.note': '您已離線。這是上次看到的內容：{when}。',
  'offline.now': '您已離線。顯示的是上次的清單。',
  'offline.reason': '恢復連線之前無法進行變更。',
  'offline.again': '重試',
  'update.title': 'Awan 的新版本已就緒',
  'update.now': '重新載入',

  'session.ended': '您已登出',
  'session.ended.text': '原因可能是在其他分頁或其他裝置上登出，或工作階段已結束。登入後可繼續。',
}
