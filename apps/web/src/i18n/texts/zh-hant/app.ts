import type { texts as english } from '../en/app.ts'

export const texts: Record<keyof typeof english, string> = {
  'app.name': 'Awan',
  'app.language': '語言',
  'app.theme': '佈景主題',
  'app.theme.system': '跟隨系統',
  'app.theme.light': '淺色',
  'app.theme.dark': '深色',
  'app.skip': '跳到內容',
  'app.notifications': '通知',
  'app.close': '關閉',
  'app.cancel': '取消',
  'app.retry': '重試',
  'app.loading': '正在載入',

  'error.title': '沒有成功',
  'error.tooMany': '嘗試次數過多，請稍後再試。',
  'error.load': '無法載入',
  'error.load.hint': '請檢查網路連線，然後重試。',
  'error.crash': '頁面停止運作',
  'error.crash.hint': '你的檔案是安全的。重新載入頁面即可繼續。',
  'error.reload': '重新載入',
  'error.requestId': '請求 {id}',
  'error.copyRequestId': '複製請求編號',
  'error.copied': '已複製',
  'error.dismiss': '關閉',

  'missing.title': '這裡什麼都沒有',
  'missing.hint': '網址可能有誤，或者頁面已經移走。',
  'missing.home': '前往我的檔案',

  'password.show': '顯示密碼',
  'password.hide': '隱藏密碼',

  'contact.country': '國家或地區',
  'contact.country.search': '依名稱或代碼搜尋',
  'contact.country.none': '沒有相符的國家或地區',
  'contact.country.notPhone': '這不是電話號碼',

  'account.menu': '你的帳號',
  'account.title': '帳號',
  'account.manage': '管理帳號',
  'account.signOut': '登出',
  'account.signOut.uploading': '上傳仍在進行',
  'account.signOut.uploading.hint': '登出會取消上傳。',
  'account.signOut.anyway': '取消上傳並登出',

  'date.today': '今天 {time}',
  'date.yesterday': '昨天',
  'goodbye.title': '你的帳號將被刪除',
  'goodbye.until': '在 {date} 之前，照常登入即可恢復。之後將永久消失。',
  'goodbye.signIn': '前往登入',
}
